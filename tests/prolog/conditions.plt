:- module(conditions_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/problem/fold_problem', [defined/3]).

:- begin_tests(conditions).

predicates_of(Text, Names) :-
    with_problem(["bk"-Text], Problem,
                 findall(Name, defined(Problem, Name, _), Names)).

test(taken, Names == [a]) :-
    predicates_of(":- if(true).\na.\n:- else.\nb.\n:- endif.\n", Names).
test(left_out, Names == [b]) :-
    predicates_of(":- if(fail).\na.\n:- else.\nb.\n:- endif.\n", Names).
test(nested_and_elif, Names == [c, d]) :-
    predicates_of(":- if(fail).\n:- if(true).\na.\n:- endif.\n:- elif(true).\nc.\n\c
                   :- else.\nb.\n:- endif.\nd.\n", Names).
test(defined_so_far, Names == [a, b]) :-
    predicates_of("a.\n:- if(current_predicate(a/0)).\nb.\n:- endif.\n\c
                   :- if(\\+ current_predicate(b/0)).\nc.\n:- endif.\n", Names).
test(known_facts_are_left_out, Values == [1]) :-
    with_problem(["bk"-"a(1).\n:- if(fail).\na(2).\n:- endif.\n"], Problem,
                 findall(X, Problem:a(X), Values)).
test(open, Kind-Line == no_endif-2) :-
    refused("bk", "a.\n:- if(true).\nb.\n", Kind, Line).
test(no_if, [forall(member(Word, ["else", "endif", "elif(true)"])), Kind-Line == no_if-1]) :-
    format(string(Text), ":- ~w.\n", [Word]),
    refused("bk", Text, Kind, Line).
test(undecidable, Kind-Line == directive-1) :-
    refused("bk", ":- if(shell(ls)).\n:- endif.\n", Kind, Line).

:- end_tests(conditions).
