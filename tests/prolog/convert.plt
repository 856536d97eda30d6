:- module(convert_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/fold_convert').
:- use_module('../../prolog/fold_index', [index_examples/2]).

:- begin_tests(convert).

test(background, Texts == [ "", "a(1).\n", "b(A) :-\n    a(A).\n",
                            ":- (dynamic c/1).\n" ]) :-
    with_problem(["bk"-"a(1). b(X) :- a(X). :- dynamic c/1."], Problem,
                 background_text(Problem, Texts)).
test(own_operators, Text == "===>(a, b).\n") :-
    with_problem(["bk"-":- op(700, xfx, ===>). a ===> b."], Problem,
                 background_text(Problem, [_, Text])).
test(examples, Text == "fly(b).\nfly(c).\n") :-
    with_problem(["pos"-"fly(a). fly(b). fly(c)."], Problem,
                 ( index_examples(Problem, _),
                   example_text(Problem, 1, 3, [Text]) )).

:- end_tests(convert).
