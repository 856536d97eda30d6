:- module(types_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/answering/fold_types').
:- use_module('../../prolog/analysis/fold_world').

:- begin_tests(types).

lines(Texts, Lines) :-
    with_problem(Texts, Problem, argument_types(Problem, "fly", 1, Lines)).

test(counts) :-
    lines(["bk"-"age(a, 1). age(b, 2). age(c, old).", "pos"-"fly(a)."], Lines),
    memberchk("pos\tage\t2\t2\t2\t1", Lines).
test(shared_constant) :-
    lines(["bk"-"bird(a).", "pos"-"fly(a)."], Lines),
    memberchk("same\tbird\t1\t1\tfly\t1\t1", Lines).
test(shared_variable) :-
    lines(["bk"-"bird(X) :- penguin(X). penguin(p).", "pos"-"fly(a)."], Lines),
    memberchk("same\tbird\t1\t1\tpenguin\t1\t1", Lines).
test(numbers_tell_nothing) :-
    lines(["bk"-"age(a, 1). size(b, 1).", "pos"-"fly(a)."], Lines),
    \+ ( member(Line, Lines),
         sub_string(Line, 0, _, _, "same"),
         sub_string(Line, _, _, _, "size") ).
test(computed) :-
    lines(["bk"-"w(a, 1). twice(X, N) :- w(X, W), N is 2 * W.", "pos"-"fly(a)."], Lines),
    memberchk("computed\ttwice\t2\t2", Lines).
test(unknown) :-
    lines(["bk"-"w(a). code(X, C) :- w(X), atom_length(C, _).", "pos"-"fly(a)."], Lines),
    memberchk("unknown\tcode\t2\t2", Lines),
    \+ memberchk("unknown\tcode\t2\t1", Lines).
test(answers) :-
    lines(["bk"-"w(a, f(1)). w(b, f(2.5)). v(X, N) :- w(X, f(N)).", "pos"-"fly(a)."], Lines),
    memberchk("computed\tv\t2\t2", Lines).
test(answers_about_examples) :-
    lines(["bk"-"size(X, N) :- sub_atom(X, _, 1, N, _).", "pos"-"fly(abc)."], Lines),
    memberchk("computed\tsize\t2\t2", Lines),
    memberchk("unknown\tsize\t2\t1", Lines).
test(answers_are_constants) :-
    lines(["bk"-"w(a, [b]). w(b, []). v(X, Y) :- w(X, L), member(Y, L).", "pos"-"fly(a)."],
          Lines),
    memberchk("pos\tv\t2\t2\t0\t1", Lines),
    \+ memberchk("unknown\tv\t2\t2", Lines),
    once(( member(Line, Lines),
           sub_string(Line, 0, _, _, "same\t"),
           sub_string(Line, _, _, _, "v\t2\t2") )).
test(answers_that_never_come) :-
    lines(["bk"-"v(X, Y) :- d(f(X), Y). d(X, Y) :- d(f(X), Y).", "pos"-"fly(a)."], Lines),
    memberchk("unknown\tv\t2\t1", Lines).
test(answers_that_grow) :-
    lines(["bk"-"v([_], 1). v(f(Y, Y), N) :- v(Y, N).", "pos"-"fly(a)."], Lines),
    memberchk("unknown\tv\t2\t1", Lines).
test(closed_world, Reply == [2, 2]) :-
    with_problem(["bk"-"bird(a). bird(b). cat(c).", "pos"-"fly(a)."], Problem,
                 closed_world(Problem, "1\tfly\t1\t1\n1\tbird\t1\t1\n1\tcat\t1\t1",
                              10, Reply)).
test(cap, throws(fold_error(cap, '', 0, [3, 2]))) :-
    with_problem(["bk"-"bird(a). bird(b). cat(c).", "pos"-"fly(a)."], Problem,
                 closed_world(Problem, "1\tfly\t1\t1\n1\tbird\t1\t1\n1\tcat\t1\t1",
                              2, _)).

:- end_tests(types).
