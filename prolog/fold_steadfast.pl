:- module(fold_steadfast,
          [ steadfast/5                 % +Problem, +Name, +Arity, +Inputs, -Reply
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(ordsets),
              [ord_intersection/3, ord_subset/2, ord_union/3]).
:- use_module(fold_computes, [computes/2]).
:- use_module(fold_problem, [defined/3, general_fact_at/5, trusted/1]).
:- use_module(fold_text, [named/2]).

/** <module> Steadfast predicates: those that do not depend on what else is bound

A predicate is steadfast for some inputs if asking it with these alone, and then picking
the solutions that agree with further arguments, is the same as calling it with those
bound as well. After

    grade(X, good) :- score(X, S), S > 6, !.
    grade(_, poor).

the question grade(X, G) has one solution for each X, but grade(X, poor) always holds.

The clauses are walked once, each variable being known or not: it is known if it has a
ground value, whatever else is bound before the call. A goal whose variables are known,
or new, runs alike in both cases. Of the others, those are steadfast that only unify and
compute, and calls of steadfast predicates. Where this test is in doubt it fails, and the
predicate is asked as it is called, which takes longer and is always right.
*/

%   max_depth(-Calls): calls inside calls up to which is looked what they make known.

max_depth(4).

%!  steadfast(+Problem:string, +Name:string, +Arity, +Inputs:string, -Reply) is det.
%
%   Inputs are numbers of arguments ("1 3"). Reply is "true" if Name/Arity is steadfast
%   for them, else "false".

:- det(steadfast/5).
steadfast(Problem0, Name0, Arity, Inputs0, [Reply]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    split_string(Inputs0, " ", " ", Parts),
    findall(I, ( member(Part, Parts), number_string(I, Part) ), Inputs),
    (   steadfast_call(Name/Arity, Inputs, Problem, [])
    ->  Reply = "true"
    ;   Reply = "false"
    ).

%   steadfast_call(+Indicator, +Inputs, +Problem, +Visited) is semidet.
%
%   Visited are the calls being looked at. Of those it is enough to find no fault.

steadfast_call(Name/Arity, Inputs, _, Visited) :-
    memberchk(Name/Arity-Inputs, Visited),
    !.
steadfast_call(Name/Arity, Inputs, Problem, Visited) :-
    functor(Head, Name, Arity),
    \+ ( trusted(Problem), predicate_property(Problem:Head, tabled) ),
    \+ ( rule(Problem, Head, Body),
         \+ steadfast_rule(Head, Body, Inputs, Problem,
                           [Name/Arity-Inputs|Visited]) ).

rule(Problem, Head, Body) :-
    predicate_property(Problem:Head, number_of_rules(Rules)),
    Rules > 0,
    clause(Problem:Head, Body),
    Body \== true.

steadfast_rule(Head, Body, Inputs, Problem, Visited) :-
    input_variables(Inputs, Head, Known),
    term_variables(Head, Variables),
    sort(Variables, Seen),
    (   before_cut(Body, Before)
    ->  fresh_outputs(Head, Inputs),
        runs_alike(Before, Seen, Known)
    ;   true
    ),
    walk(Body, Seen, Known, Problem, Visited).

input_variables(Inputs, Head, Known) :-
    foldl(add_variables(Head), Inputs, [], Known).

add_variables(Head, I, Known0, Known) :-
    arg(I, Head, Arg),
    term_variables(Arg, Variables),
    sort(Variables, Sorted),
    ord_union(Known0, Sorted, Known).

%   before_cut(+Body, -Before) is semidet.
%
%   Before is what Body runs up to its last cut.

before_cut(Body, _) :- var(Body), !, fail.
before_cut(!, true).
before_cut((A, B), Before) :-
    (   before_cut(B, Before1)
    ->  Before = (A, Before1)
    ;   before_cut(A, Before)
    ).
before_cut((A ; B), (A ; B)) :- has_cut((A ; B)), !.
before_cut((A -> B), (A -> B)) :- has_cut(B), !.
before_cut((A *-> B), (A *-> B)) :- has_cut(B), !.

has_cut(Body) :- var(Body), !, fail.
has_cut(!).
has_cut((A, B)) :- ( has_cut(A) ; has_cut(B) ), !.
has_cut((A ; B)) :- ( has_cut(A) ; has_cut(B) ), !.
has_cut((_ -> B)) :- has_cut(B).
has_cut((_ *-> B)) :- has_cut(B).

%   fresh_outputs(+Head, +Inputs): the other arguments unify with anything.

fresh_outputs(Head, Inputs) :-
    functor(Head, _, Arity),
    findall(I, ( between(1, Arity, I), \+ memberchk(I, Inputs) ), Outputs),
    \+ ( member(I, Outputs),
         arg(I, Head, Arg),
         \+ ( var(Arg), occurs_once(Arg, Head) ) ).

occurs_once(Variable, Term) :-
    occurrences(Term, Variable, 0, 1).

occurrences(Term, Variable, N0, N) :-
    (   Term == Variable
    ->  N is N0 + 1
    ;   compound(Term)
    ->  Term =.. [_|Args],
        foldl(occurrences_in(Variable), Args, N0, N)
    ;   N = N0
    ).

occurrences_in(Variable, Term, N0, N) :-
    occurrences(Term, Variable, N0, N).

%   runs_alike(+Goal, +Seen, +Known): its variables are known, or occur here first.

runs_alike(Goal, Seen, Known) :-
    term_variables(Goal, Variables0),
    sort(Variables0, Variables),
    ord_intersection(Variables, Seen, Old),
    ord_subset(Old, Known).

%   walk(+Body, +Seen, +Known, +Problem, +Visited) is semidet.
%
%   Body is steadfast. Seen are the variables that occur before it, Known those among
%   them that have a ground value. Cuts have been looked at.

walk(Body, _, _, _, _) :- var(Body), !, fail.
walk((A, B), Seen0, Known0, Problem, Visited) :-
    !,
    walk(A, Seen0, Known0, Problem, Visited),
    after(A, Seen0, Known0, Problem, Seen, Known),
    walk(B, Seen, Known, Problem, Visited).
walk((If -> Then ; Else), Seen, Known, Problem, Visited) :-
    !,
    walk_choice(If, Then, Else, Seen, Known, Problem, Visited).
walk((If *-> Then ; Else), Seen, Known, Problem, Visited) :-
    !,
    walk_choice(If, Then, Else, Seen, Known, Problem, Visited).
walk((A ; B), Seen, Known, Problem, Visited) :-
    !,
    walk(A, Seen, Known, Problem, Visited),
    walk(B, Seen, Known, Problem, Visited).
walk((If -> Then), Seen, Known, Problem, Visited) :-
    !,
    walk_choice(If, Then, fail, Seen, Known, Problem, Visited).
walk((If *-> Then), Seen, Known, Problem, Visited) :-
    !,
    walk_choice(If, Then, fail, Seen, Known, Problem, Visited).
walk(!, _, _, _, _) :- !.
walk(Goal, Seen, Known, _, _) :-
    runs_alike(Goal, Seen, Known),
    !.
walk(Goal, _, Known, Problem, Visited) :-
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity),
    !,
    findall(I, known_argument(Goal, Known, I), Inputs),
    steadfast_call(Name/Arity, Inputs, Problem, Visited).
walk(Goal, Seen, Known, _, _) :-
    collecting(Goal, Inside),
    !,
    runs_alike(Inside, Seen, Known).
walk(call(Goal), Seen, Known, Problem, Visited) :-
    !,
    \+ has_cut(Goal),
    walk(Goal, Seen, Known, Problem, Visited).
walk(Goal, _, _, _, _) :-
    computes(Goal, _).

walk_choice(If, Then, Else, Seen0, Known0, Problem, Visited) :-
    runs_alike(If, Seen0, Known0),
    after(If, Seen0, Known0, Problem, Seen, Known),
    walk(Then, Seen, Known, Problem, Visited),
    walk(Else, Seen0, Known0, Problem, Visited).

known_argument(Goal, Known, I) :-
    compound(Goal),
    arg(I, Goal, Arg),
    known(Arg, Known).

known(Term, Known) :-
    term_variables(Term, Variables0),
    sort(Variables0, Variables),
    ord_subset(Variables, Known).

%   collecting(+Goal, -Inside): Goal collects the solutions of Inside, and then unifies.

collecting(findall(Template, Goal, _), Template-Goal).
collecting(findall(Template, Goal, _, _), Template-Goal).
collecting(aggregate_all(Spec, Goal, _), Spec-Goal).
collecting(aggregate_all(Spec, Discriminator, Goal, _), Spec-Discriminator-Goal).

%   after(+Goal, +Seen0, +Known0, +Problem, -Seen, -Known)
%
%   The variables that are seen and known after Goal.

after(Goal, Seen0, Known0, Problem, Seen, Known) :-
    term_variables(Goal, Variables0),
    sort(Variables0, Variables),
    ord_union(Seen0, Variables, Seen),
    max_depth(Depth),
    binds(Goal, Known0, Problem, Depth, Known).

%   binds(+Goal, +Known0, +Problem, +Depth, -Known)
%
%   Known are the variables that have a ground value when Goal has succeeded.

binds(Goal, Known, _, _, Known) :- var(Goal), !.
binds((A, B), Known0, Problem, Depth, Known) :-
    !,
    binds(A, Known0, Problem, Depth, Known1),
    binds(B, Known1, Problem, Depth, Known).
binds((If -> Then ; Else), Known0, Problem, Depth, Known) :-
    !,
    binds_either((If, Then), Else, Known0, Problem, Depth, Known).
binds((If *-> Then ; Else), Known0, Problem, Depth, Known) :-
    !,
    binds_either((If, Then), Else, Known0, Problem, Depth, Known).
binds((A ; B), Known0, Problem, Depth, Known) :-
    !,
    binds_either(A, B, Known0, Problem, Depth, Known).
binds((A -> B), Known0, Problem, Depth, Known) :-
    !,
    binds((A, B), Known0, Problem, Depth, Known).
binds(call(Goal), Known0, Problem, Depth, Known) :-
    !,
    binds(Goal, Known0, Problem, Depth, Known).
binds(once(Goal), Known0, Problem, Depth, Known) :-
    !,
    binds(Goal, Known0, Problem, Depth, Known).
binds(A = B, Known0, _, _, Known) :-
    !,
    (   ( known(A, Known0) ; known(B, Known0) )
    ->  all_known(A = B, Known0, Known)
    ;   Known = Known0
    ).
binds(Goal, Known0, Problem, Depth, Known) :-
    functor(Goal, Name, Arity),
    (   defined(Problem, Name, Arity)
    ->  makes_ground(Goal, Known0, Problem, Depth)
    ;   computes(Goal, Given),
        known(Given, Known0)
    ),
    !,
    all_known(Goal, Known0, Known).
binds(_, Known, _, _, Known).

binds_either(A, B, Known0, Problem, Depth, Known) :-
    binds(A, Known0, Problem, Depth, KnownA),
    binds(B, Known0, Problem, Depth, KnownB),
    ord_intersection(KnownA, KnownB, Known).

all_known(Goal, Known0, Known) :-
    term_variables(Goal, Variables0),
    sort(Variables0, Variables),
    ord_union(Known0, Variables, Known).

%   makes_ground(+Goal, +Known, +Problem, +Depth): all solutions of Goal are ground.

makes_ground(Goal, Known, Problem, Depth) :-
    Depth > 0,
    Less is Depth - 1,
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    \+ general_fact_at(Problem, Name, Arity, _, _),
    \+ trusted(Problem),
    findall(I, known_argument(Goal, Known, I), Inputs),
    \+ ( rule(Problem, Head, Body),
         input_variables(Inputs, Head, Given),
         binds(Body, Given, Problem, Less, Bound),
         \+ known(Head, Bound) ).
