:- module(target_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/problem/fold_examples', [example_predicates/2]).
:- use_module('../../prolog/problem/fold_problem', [predicates/2]).
:- use_module('../../prolog/problem/fold_target').

:- begin_tests(target).

test(indicator, [forall(member(Text-Parts, [ "fly/1"-["fly", 1], "'a b'/0"-["'a b'", 0],
                                             "=/2"-[=, 2] ])),
                 true(maplist([A, B]>>( atom_string(A, B) ; A == B ), Parts, Reply))]) :-
    indicator(Text, Reply).
test(no_indicator, [forall(member(Text, ["fly", "X/1", "fly/a", "fly/-1", ") ("])),
                    Reply == []]) :-
    indicator(Text, Reply).
test(facts_become_examples, [Facts, Count] == [2, 2]) :-
    with_problem(["bk"-"fly(a). fly(b). bird(a)."], Problem,
                 ( set_target(Problem, "fly", 1, "true", [Facts|_]),
                   example_predicates(Problem, [_, _, _, Count|_]) )).
test(clauses_are_taken_out, [Reply, Names] == [[1, 1], ["bird", 1, 1, 0]]) :-
    with_problem(["bk"-"fly(a). fly(X) :- bird(X). bird(b)."], Problem,
                 ( set_target(Problem, "fly", 1, "false", Reply),
                   predicates(Problem, Names) )).
test(general_fact, throws(fold_error(not_ground, '', 0, _))) :-
    with_problem(["bk"-"fly(_)."], Problem, set_target(Problem, "fly", 1, "true", _)).

:- end_tests(target).
