:- module(remember_tests, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/vetting/fold_memo', [memoize/4]).
:- use_module('../../prolog/problem/fold_problem', [trusted/1]).
:- use_module('../../prolog/theories/fold_theory', [add_theory/6]).
:- use_module('../../prolog/vetting/fold_vet', [vet/2]).

:- begin_tests(memo).

answers(Problem, X, Goal, Answers) :-
    findall(X, Problem:Goal, Answers).

program("q(a, 1). q(a, 2). q(a, 1). q(b, 3). q(c, f(1)). q(c, 4). e(a). e(b).
         p(X, Y) :- q(X, Y).
         p(b, 5).
         s(X) :- q(X, _).
         s(X) :- e(X).
         n(X) :- e(X), \\+ q(X, 3).
         f(X, L) :- findall(Y, p(X, Y), L).
         first(X, Y) :- p(X, Y), !.
         v(_, _).
         z :- e(a).").

same(Goal, Text) :-
    with_problem(["bk"-Text], Problem,
                 ( vet(Problem, _),
                   answers(Problem, Goal, Goal, Plain),
                   forall(member(Name/Arity, ["p"/2, "s"/1, "n"/1, "first"/2, "v"/2, "z"/0]),
                          memoize(Problem, Name, Arity, _)),
                   forall(member(_, [first, second, third]),
                          ( answers(Problem, Goal, Goal, Again),
                            assertion(Again =@= Plain) )) )).

test(same_answers_each_time,
     [forall(member(Goal, [ p(a, _), p(b, _), p(c, _), p(d, _), p(_, _), p(a, 1), p(a, 3),
                            p(X, X), p(b, 5), p(_, 3), p(c, f(_)), p(c, f(1)),
                            s(a), s(b), s(c), s(d), s(_), n(a), n(b), n(c), n(_),
                            f(a, _), f(b, _), first(a, _), first(a, 2), first(b, 5),
                            first(_, _), v(a, _), v(_, a), v(Y, Y), v(_, _), z,
                            (s(a), p(a, _)), \+ p(a, 7), (p(a, Y1), p(a, Y1)) ]))]) :-
    program(Text),
    same(Goal, Text).

test(choices_are_kept) :-
    program(Text),
    with_problem(["bk"-Text], Problem,
                 ( memoize(Problem, "p", 2, _),
                   forall(member(_, [first, second]),
                          ( once(Problem:p(a, One)),
                            assertion(One == 1) )),
                   answers(Problem, Y, p(a, Y), All) )),
    assertion(All == [1, 2, 1]).

%   The second call does not run the clauses: they are gone.

test(memoized) :-
    with_problem(["bk"-"e(a). p(X) :- e(X)."], Problem,
                 ( memoize(Problem, "p", 1, _),
                   answers(Problem, X, ( member(X, [a, b]), p(X) ), Before),
                   retractall(Problem:e(_)),
                   assertz(Problem:e(b)),
                   answers(Problem, X, ( member(X, [a, b]), p(X) ), After) )),
    assertion(Before == [a]),
    assertion(After == [a]).

test(forgotten_with_a_new_theory) :-
    with_problem(["bk"-"e(a). p(X) :- e(X)."], Problem,
                 ( memoize(Problem, "p", 1, _),
                   answers(Problem, x, p(b), Before),
                   add_theory(Problem, "t.pl", "e(b). t(X) :- p(X).", "t", 1, _),
                   answers(Problem, x, p(b), After) )),
    assertion(Before == []),
    assertion(After == [x]).

test(errors_are_not_remembered) :-
    with_problem(["bk"-"e(a). p(X) :- Y is X + 1, Y > 0."], Problem,
                 ( memoize(Problem, "p", 1, _),
                   forall(member(_, [first, second]),
                          assertion(catch(\+ Problem:p(a), error(type_error(_, _), _),
                                          true))) )).

test(trusted_rules_run_each_time) :-
    with_problem(["bk"-"e(a). p(X) :- e(X)."], Problem,
                 ( assertz(fold_problem:trusted(Problem)),
                   memoize(Problem, "p", 1, _),
                   answers(Problem, x, p(a), Before),
                   retractall(Problem:e(_)),
                   answers(Problem, x, p(a), After) )),
    assertion(Before == [x]),
    assertion(After == []).

:- end_tests(memo).
