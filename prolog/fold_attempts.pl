:- module(fold_attempts,
          [ attempt/4,                  % +Problem, +Goal, -ClauseRef, -Literals
            control/1,                  % +Goal
            explicable/2,               % +Problem, +Goal
            negated/2,                  % +Literal, -Atom
            conjunction/2               % +Literals, -Body
          ]).
:- use_module(fold_problem, [defined/3]).

/** <module> Attempts: the ways to prove a goal, as lists of literals

A goal can be proved by each of its rules, and a rule with a disjunction in more than
one way. Each way is a list of literals that must all hold.
*/

%!  negated(+Literal, -Atom) is semidet.
%
%   Literal is the negation of Atom.

negated(Literal, _) :- var(Literal), !, fail.
negated(\+ Atom, Atom).
negated(not(Atom), Atom).
negated(tnot(Atom), Atom).

%!  explicable(+Problem, +Goal) is semidet.
%
%   Goal has clauses in the problem, or is a control structure. Others are built-ins.

explicable(_, Goal) :-
    control(Goal),
    !.
explicable(Problem, Goal) :-
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).

%!  control(+Goal) is semidet.
%
%   Goal is a control structure, or calls the goal that is its argument.

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(call(_)).
control(once(_)).

%!  attempt(+Problem, +Goal, -ClauseRef, -Literals:list) is nondet.
%
%   Goal holds if all Literals hold. ClauseRef is the rule that says so, or `none` for a
%   control structure.

attempt(_, Goal, none, Literals) :-
    control(Goal),
    !,
    phrase(literals(Goal), Literals).
attempt(Problem, Goal, Ref, Literals) :-
    clause(Problem:Goal, Body, Ref),
    Body \== true,
    phrase(literals(Body), Literals).

%   literals(+Goal)// is nondet.
%
%   The literals of Goal. A disjunction has several solutions; where the else-branch is
%   taken, the condition is a negated literal.

literals(Goal) --> { var(Goal) }, !, [call(Goal)].
literals((A, B)) --> !, literals(A), literals(B).
literals(true) --> !, [].
literals(!) --> !, [].
literals((If -> Then ; Else)) --> !, choice(If, Then, Else).
literals((If *-> Then ; Else)) --> !, choice(If, Then, Else).
literals((A ; B)) --> !, ( literals(A) ; literals(B) ).
literals((If -> Then)) --> !, literals(If), literals(Then).
literals((If *-> Then)) --> !, literals(If), literals(Then).
literals(call(Goal)) --> !, literals(Goal).
literals(once(Goal)) --> !, literals(Goal).
literals(Goal) --> [Goal].

choice(If, Then, _) --> literals(If), literals(Then).
choice(If, _, Else) --> [\+ If], literals(Else).

%!  conjunction(+Literals:list, -Body) is det.
%
%   Body calls all Literals in their order.

conjunction([], true).
conjunction([Literal|Literals], Body) :-
    conjunction(Literals, Literal, Body).

conjunction([], Literal, Literal).
conjunction([Next|Literals], Literal, (Literal, Body)) :-
    conjunction(Literals, Next, Body).
