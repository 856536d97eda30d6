:- module(vet_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/vetting/fold_vet').

:- begin_tests(vet).

vetted(Text, Reply) :-
    with_problem(["bk"-Text], Problem, vet(Problem, Reply)).

refused(Text, Kind) :-
    catch(( vetted(Text, _), fail ), fold_error(Kind, _, _, _), true).

test(calls, Reply == ["bird", 1, "penguin", 1]) :-
    vetted("bird(X) :- penguin(X), X \\== a. penguin(p).", Reply).
test(through_negation_and_meta, Reply == ["p", 1, "q", 1, "p", 1, "r", 2]) :-
    vetted("p(X) :- \\+ q(X), forall(member(Y, [1]), r(X, Y)). q(a). r(a, 1).", Reply).
test(undefined, Kind == undefined) :-
    refused("p(X) :- q(X).", Kind).
test(declared_dynamic) :-
    vetted(":- dynamic q/1.\np(X) :- q(X).", _).
test(unsafe, [forall(member(Goal, [ "shell(ls)", "assertz(q(X))", "halt", "consult(f)",
                                    "findall(Y, shell(Y), X)" ])),
              Kind == unsafe]) :-
    format(string(Text), "p(X) :- X = 1, ~w.", [Goal]),
    refused(Text, Kind).
test(unknown, [forall(member(Goal, ["call(X)", "X", "maplist(X, [a])", "m:q(X)"])),
               Kind == unknown_call]) :-
    format(string(Text), "p(X) :- ~w.", [Goal]),
    refused(Text, Kind).
test(library_predicates_run) :-
    with_problem(["bk"-"p(X) :- member(X, [a]), sum_list([1], 1), nth1(1, [X], X)."],
                 Problem,
                 ( vet(Problem, _),
                   call(Problem:p(a)) )).
test(impure, [forall(member(Goal, ["X is random(3)", "X < cputime"])), Kind == impure]) :-
    format(string(Text), "p(X) :- ~w.", [Goal]),
    refused(Text, Kind).
test(target_may_be_called, Reply == ["p", 1, "fly", 1]) :-
    with_problem(["bk"-"p(X) :- fly(X).", "pos"-"fly(a)."], Problem, vet(Problem, Reply)).

:- end_tests(vet).
