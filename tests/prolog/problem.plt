:- module(problem_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/problem/fold_examples', []).
:- use_module('../../prolog/problem/fold_problem').

:- begin_tests(problem).

test(facts_and_rules, Fields == ["bird", 1, 2, 1, "cat", 1, 1, 0]) :-
    with_problem(["bk"-"bird(a).\nbird(X) :- cat(X).\ncat(c)."], Problem,
                 predicates(Problem, Fields)).
test(freed) :-
    with_problem(["bk"-"bird(a). bird(X) :- cat(X). cat(_).", "pos"-"fly(a)."], Problem,
                 true),
    \+ defined(Problem, _, _),
    \+ rule_at(Problem, _, _, _),
    \+ general_fact_at(Problem, _, _, _, _),
    \+ source_file_of(Problem, _, _),
    \+ fold_examples:example_at(Problem, _, _, _, _),
    \+ current_predicate(Problem:bird/1).
test(source_files, Count == 2) :-
    with_problem(["bk"-"bird(a).", "pos"-"fly(a)."], Problem,
                 source_files(Problem, Paths)),
    length(Paths, Count).
test(built_ins_may_be_redefined, Answer == mine) :-
    with_problem(["bk"-"succ_or_zero(mine). atomics_to_string(mine, x)."], Problem,
                 Problem:atomics_to_string(Answer, x)).
test(place_of_a_rule, Line == 3) :-
    with_problem(["bk"-"bird(a).\n\nbird(X) :- cat(X).\ncat(c)."], Problem,
                 rule_at(Problem, _, _, Line)).

:- end_tests(problem).
