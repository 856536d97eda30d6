:- module(fold_attempts,
          [ attempt/4,                  % +Problem, +Goal, -ClauseRef, -Literals
            control/1,                  % +Goal
            explicable/2,               % +Problem, +Goal
            negated/2,                  % +Literal, -Atom
            few_negated/4,              % +Literals, +Most, -Few, -More
            conjunction/2               % +Literals, -Body
          ]).
:- use_module('../problem/fold_problem', [defined/3]).

/** <module> Attempts: the ways to prove a goal, as lists of literals

A goal can be proved by each of its rules, and a rule with a disjunction in more than
one way. Each way is a list of literals that must all hold. Disjunctions in a row multiply
the ways; where there are many, each disjunction is one literal.
*/

%!  negated(+Literal, -Atom) is semidet.
%
%   Literal is the negation of Atom.

negated(Literal, _) :- var(Literal), !, fail.
negated(\+ Atom, Atom).
negated(not(Atom), Atom).
negated(tnot(Atom), Atom).

%!  few_negated(+Literals:list, +Most, -Few:list, -More) is det.
%
%   Few are the Literals that are not negated, and the first Most that are. More is the
%   number of the others.

few_negated(Literals, Most, Few, More) :-
    few_negated_(Literals, 0, Most, Few),
    length(Literals, All),
    length(Few, Shown),
    More is All - Shown.

few_negated_([], _, _, []).
few_negated_([Literal|Literals], Count0, Most, Few) :-
    (   negated(Literal, _)
    ->  Count is Count0 + 1
    ;   Count = Count0
    ),
    (   Count > Count0,
        Count > Most
    ->  Few = Others
    ;   Few = [Literal|Others]
    ),
    few_negated_(Literals, Count, Most, Others).

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
    phrase(way(Goal), Literals).
attempt(Problem, Goal, Ref, Literals) :-
    clause(Problem:Goal, Body, Ref),
    Body \== true,
    phrase(way(Body), Literals).

%   max_ways(-Count): to prove a goal, up to which all are lists of simple literals.

max_ways(32).

%   way(+Goal)// is nondet.
%
%   The literals of one way to prove Goal. Where there are more than max_ways/1, only an
%   outermost disjunction is divided.

way(Goal) -->
    { max_ways(Most), ways(Goal, Most, _) },
    !,
    literals(Goal, divided).
way((If -> Then ; Else)) --> !, choice(If, Then, Else, whole).
way((If *-> Then ; Else)) --> !, choice(If, Then, Else, whole).
way((A ; B)) --> !, ( way(A) ; way(B) ).
way(Goal) --> literals(Goal, whole).

%   ways(+Goal, +Most, -Count) is semidet.
%
%   There are Count ways to prove Goal, no more than Most.

ways(Goal, Most, Count) :-
    nonvar(Goal),
    (   Goal = (A ; B)
    ->  !,
        ways(A, Most, CountA),
        Rest is Most - CountA,
        ways(B, Rest, CountB),
        Count is CountA + CountB
    ;   in_a_row(Goal, A, B)
    ->  !,
        ways(A, Most, CountA),
        Rest is Most // CountA,
        ways(B, Rest, CountB),
        Count is CountA * CountB
    ;   ( Goal = call(A) ; Goal = once(A) )
    ->  !,
        ways(A, Most, Count)
    ).
ways(_, Most, 1) :-
    Most >= 1.

in_a_row((A, B), A, B).
in_a_row((A -> B), A, B).
in_a_row((A *-> B), A, B).

%   literals(+Goal, +How)// is nondet.
%
%   The literals of Goal. If How is `divided`, a disjunction has several solutions; if it
%   is `whole`, it is one literal. Where the else-branch is taken, the condition is a
%   negated literal.

literals(Goal, _) --> { var(Goal) }, !, [call(Goal)].
literals((A, B), How) --> !, literals(A, How), literals(B, How).
literals(true, _) --> !, [].
literals(!, _) --> !, [].
literals((A ; B), whole) --> !, [(A ; B)].
literals((If -> Then ; Else), How) --> !, choice(If, Then, Else, How).
literals((If *-> Then ; Else), How) --> !, choice(If, Then, Else, How).
literals((A ; B), How) --> !, ( literals(A, How) ; literals(B, How) ).
literals((If -> Then), How) --> !, literals(If, How), literals(Then, How).
literals((If *-> Then), How) --> !, literals(If, How), literals(Then, How).
literals(call(Goal), How) --> !, literals(Goal, How).
literals(once(Goal), How) --> !, literals(Goal, How).
literals(Goal, _) --> [Goal].

choice(If, Then, _, How) --> literals(If, How), literals(Then, How).
choice(If, _, Else, How) --> [\+ If], literals(Else, How).

%!  conjunction(+Literals:list, -Body) is det.
%
%   Body calls all Literals in their order.

conjunction([], true).
conjunction([Literal|Literals], Body) :-
    conjunction(Literals, Literal, Body).

conjunction([], Literal, Literal).
conjunction([Next|Literals], Literal, (Literal, Body)) :-
    conjunction(Literals, Next, Body).
