:- module(table_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/vetting/fold_table').
:- use_module('../../prolog/vetting/fold_vet', [vet/2]).

:- begin_tests(table).

tabled(Text, Names) :-
    with_problem(["bk"-Text], Problem,
                 ( vet(Problem, _),
                   table_recursion(Problem, _),
                   tabled_predicates(Problem, Names) )).

answers(Text, X, Goal, Answers) :-
    with_problem(["bk"-Text], Problem,
                 ( vet(Problem, _),
                   table_recursion(Problem, _),
                   findall(X, Problem:Goal, Found) )),
    sort(Found, Answers).

%   inferences(+Loops, -Steps): what it takes to table so many pairs of predicates, each of
%   which holds where the other does not.

inferences(Loops, Steps) :-
    findall(Rules,
            ( between(1, Loops, I),
              format(string(Rules), "p~w :- \\+ q~w. q~w :- \\+ p~w.~n", [I, I, I, I])
            ),
            Texts),
    atomic_list_concat(Texts, Text),
    with_problem(["bk"-Text], Problem,
                 ( vet(Problem, _),
                   statistics(inferences, Before),
                   table_recursion(Problem, _),
                   statistics(inferences, After) )),
    Steps is After - Before.

test(left_recursion, Answers == [b, c]) :-
    answers("path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n\c
             edge(a, b). edge(b, c). edge(c, b).", X, path(a, X), Answers).
test(over_a_list, Names == []) :-
    tabled("last([X], X).\nlast([_|Xs], X) :- last(Xs, X).", Names).
test(mutual, Names == ["even", "odd"]) :-
    tabled("even(X) :- odd(Y), s(Y, X).\nodd(X) :- even(Y), s(Y, X).\ns(0, 1).", Names).
test(through_findall, Names == []) :-
    tabled("p(X) :- findall(Y, p(Y), X).", Names).
test(through_negation, Answers == [b]) :-
    answers("win(X) :- move(X, Y), \\+ win(Y).\nmove(a, b). move(b, c).", X, win(X),
            Answers).
test(undefined, throws(fold_error(undefined_atom, _, 1, ["win(a)", _]))) :-
    answers("win(X) :- move(X, Y), \\+ win(Y).\nmove(a, a).", X, win(X), _).
test(work_grows_with_negations, true(Twice < 2.6 * Once)) :-
    inferences(1000, Once),
    inferences(2000, Twice).

:- end_tests(table).
