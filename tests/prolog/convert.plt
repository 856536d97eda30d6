:- module(convert_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/loading/fold_convert').
:- use_module('../../prolog/problem/fold_index', [index_examples/2]).

:- begin_tests(convert).

test(background, Texts == [ "", "a(1).\n", "b(A) :-\n    a(A).\n",
                            ":- (dynamic c/1).\n" ]) :-
    with_problem(["bk"-"a(1). b(X) :- a(X). :- dynamic c/1."], Problem,
                 background_text(Problem, "", Texts)).
test(own_operators, Text == "===>(a, b).\n") :-
    with_problem(["bk"-":- op(700, xfx, ===>). a ===> b."], Problem,
                 background_text(Problem, "", [_, Text])).
test(examples, Text == "fly(b).\nfly(c).\n") :-
    with_problem(["pos"-"fly(a). fly(b). fly(c)."], Problem,
                 ( index_examples(Problem, _),
                   example_text(Problem, 1, 3, [Text]) )).
test(nested_goals, [true(Length < 20_000)]) :-
    findall("call(", between(1, 1000, _), Opening),
    findall(")", between(1, 1000, _), Closing),
    atomic_list_concat(Opening, Open),
    atomic_list_concat(Closing, Close),
    atomic_list_concat(["a(1). b(X) :- ", Open, "a(X)", Close, "."], Atom),
    atom_string(Atom, Background),
    with_problem(["bk"-Background], Problem,
                 background_text(Problem, "", [_, _, Text])),
    string_length(Text, Length).
test(goals_in_a_row, [true(sub_string(Text, _, _, 0, "    a(A),\n    a(A).\n"))]) :-
    findall("a(X)", between(1, 1000, _), Goals),
    atomic_list_concat(Goals, ", ", Body),
    atomic_list_concat(["a(1). b(X) :- ", Body, "."], Atom),
    atom_string(Atom, Background),
    with_problem(["bk"-Background], Problem,
                 background_text(Problem, "", [_, _, Text])).

:- end_tests(convert).
