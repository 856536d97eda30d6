:- module(examples_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/problem/fold_classes', []).
:- use_module('../../prolog/problem/fold_examples').

:- begin_tests(examples).

test(counts, Fields == [neg, "fly", 1, 1, pos, "fly", 1, 2]) :-
    with_problem(["pos"-"fly(a). fly(b).", "neg"-"fly(c)."], Problem,
                 example_predicates(Problem, All)),
    All = [N, NF, NA, NC, _, _, P, PF, PA, PC, _, _],
    Fields = [N, NF, NA, NC, P, PF, PA, PC].
test(not_ground, Kind-Line == not_ground-1) :-
    refused("pos", "fly(X).\n", Kind, Line).
test(rule_as_example, Kind-Line == not_an_example-1) :-
    refused("neg", "fly(X) :- bird(X).\n", Kind, Line).
test(number_as_example, Kind-Line == not_an_example-2) :-
    refused("pos", "fly(a).\n3.\n", Kind, Line).
test(no_label, Kind-Line == not_labelled-1) :-
    refused("exs", "fly(a).\n", Kind, Line).
test(forgotten, Fields == []) :-
    with_problem(["pos"-"fly(a)."], Problem,
                 ( forget_examples(Problem, _),
                   example_predicates(Problem, Fields) )).
test(classes, Classes == ["bird", "fish"]) :-
    with_problem(["pos"-"class(a, fish). class(b, bird). class(c, fish)."], Problem,
                 fold_classes:classes(Problem, 2, Classes)).
test(one_class, Atoms == [class(b, bird)]) :-
    with_problem(["pos"-"class(a, fish). class(b, bird). class(c, fish)."], Problem,
                 ( fold_classes:keep_class(Problem, 2, "bird", _),
                   findall(Atom, example_at(Problem, _, Atom, _, _), Atoms) )).

:- end_tests(examples).
