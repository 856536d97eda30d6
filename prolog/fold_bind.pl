:- module(fold_bind,
          [ binding/3                   % +Body, +Problem, -Goal
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(fold_problem, [defined/3, rule_at/4]).

/** <module> Running a body while its variables are unbound

A negation that runs before its variables are bound fails as soon as the atom holds of
any object, and so loses answers. To list the atoms that a clause makes true, the
variables of its head are bound by those literals that can run unbound. The others are
tests, run when they are ground: negations, comparisons, and calls of predicates whose
rules would run such a literal unbound.
*/

%!  binding(+Body, +Problem, -Goal) is det.
%
%   Goal binds the variables of Body as far as this is safe. Each answer of Body is
%   among the answers of Goal.

:- det(binding/3).
binding((A, B), Problem, (GoalA, GoalB)) :-
    !,
    binding(A, Problem, GoalA),
    binding(B, Problem, GoalB).
binding(Literal, Problem, Problem:Literal) :-
    \+ only_tests(Literal),
    \+ collects(Literal),
    safe_predicate(Literal, Problem, [], _),
    !.
binding(Literal, Problem, ( ground(Literal) -> Problem:Literal ; true )).

%   safe(+Body, +Bound0, -Bound, +Clause, +Problem, +Known0, -Known) is semidet.
%
%   Body can run when the variables Bound0 of its Clause are bound, and binds Bound.
%   Known are the predicates that have been checked.

safe((A, B), Bound0, Bound, Clause, Problem, Known0, Known) :-
    !,
    safe(A, Bound0, Bound1, Clause, Problem, Known0, Known1),
    safe(B, Bound1, Bound, Clause, Problem, Known1, Known).
safe((If -> Then ; Else), Bound0, Bound, Clause, Problem, Known0, Known) :-
    !,
    decided(If, Bound0, Clause),
    with_variables(If, Bound0, Bound1),
    safe_either(Bound1-Then, Bound0-Else, Bound, Clause, Problem, Known0, Known).
safe((A ; B), Bound0, Bound, Clause, Problem, Known0, Known) :-
    !,
    safe_either(Bound0-A, Bound0-B, Bound, Clause, Problem, Known0, Known).
safe(Goal, Bound, Bound, Clause, _, Known, Known) :-
    only_tests(Goal),
    !,
    decided(Goal, Bound, Clause).
safe(Goal, Bound0, Bound, Clause, _, Known, Known) :-
    collects(Goal),
    !,
    decided(Goal, Bound0, Clause),
    with_variables(Goal, Bound0, Bound).
safe(Goal, Bound0, Bound, _, Problem, Known0, Known) :-
    (   unbound(Goal, Bound0, [])
    ->  Known = Known0
    ;   safe_predicate(Goal, Problem, Known0, Known)
    ),
    with_variables(Goal, Bound0, Bound).

safe_either(Bound1-A, Bound2-B, Bound, Clause, Problem, Known0, Known) :-
    safe(A, Bound1, BoundA, Clause, Problem, Known0, Known1),
    safe(B, Bound2, BoundB, Clause, Problem, Known1, Known),
    common(BoundA, BoundB, Bound).

common([], _, []).
common([Variable|Variables], Others, Common) :-
    (   has(Others, Variable)
    ->  Common = [Variable|Rest]
    ;   Common = Rest
    ),
    common(Variables, Others, Rest).

has(Variables, Variable) :-
    member(Other, Variables),
    Other == Variable,
    !.

with_variables(Goal, Bound0, Bound) :-
    unbound(Goal, Bound0, More),
    append(Bound0, More, Bound).

unbound(Goal, Bound, Variables) :-
    term_variables(Goal, All),
    without(All, Bound, Variables).

without([], _, []).
without([Variable|Variables], Bound, Rest) :-
    (   has(Bound, Variable)
    ->  Rest = Rest1
    ;   Rest = [Variable|Rest1]
    ),
    without(Variables, Bound, Rest1).

%   decided(+Goal, +Bound, +Clause): the variables that Goal shares with the rest of its
%   clause are bound.

decided(Goal, Bound, Clause) :-
    unbound(Goal, Bound, Variables),
    \+ ( member(Variable, Variables),
         occurrences_of_var(Variable, Goal, Here),
         occurrences_of_var(Variable, Clause, All),
         Here < All ).

%   safe_predicate(+Goal, +Problem, +Known0, -Known) is semidet.
%
%   All rules for Goal can run while its variables are unbound. A predicate that is
%   being checked counts as safe; if it is not, the check as a whole fails.

safe_predicate(Goal, Problem, Known, Known) :-
    functor(Goal, Name, Arity),
    (   memberchk(Name/Arity, Known)
    ;   \+ defined(Problem, Name, Arity)
    ),
    !.
safe_predicate(Goal, Problem, Known0, Known) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    findall(Head-Body,
            ( rule_at(Problem, Ref, _, _),
              clause(Problem:Head, Body, Ref),
              Body \== true
            ),
            Rules),
    safe_rules(Rules, Problem, [Name/Arity|Known0], Known).

safe_rules([], _, Known, Known).
safe_rules([Head-Body|Rules], Problem, Known0, Known) :-
    safe(Body, [], _, Head-Body, Problem, Known0, Known1),
    safe_rules(Rules, Problem, Known1, Known).

only_tests(Goal) :-
    functor(Goal, Name, Arity),
    (   Arity =:= 1
    ->  memberchk(Name, [\+, not, tnot])
    ;   Arity =:= 2,
        memberchk(Name, [ =<, <, >, >=, =:=, =\=, ==, \==, \=, @<, @>, @=<, @>=,
                          forall ])
    ).

collects(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [findall, bagof, setof, aggregate_all, call, once, ignore]).
