:- module(fold_steadfast,
          [ steadfast/5                 % +Problem, +Name, +Arity, +Inputs, -Reply
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(assoc), [empty_assoc/1]).
:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(fold_components, [faultless/3, verdicts/3]).
:- use_module(fold_steadfast_builtins, [steadfast_builtin/2]).
:- use_module(fold_ground,
              [ in/2, input_variables/3, known_after/4, known_argument/3, rule/3,
                with_variables/3
              ]).
:- use_module('../problem/fold_problem', [defined/3, trusted/1]).
:- use_module('../terms/fold_text', [named/2, numbers_in/2]).

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

%!  steadfast(+Problem, +Name:string, +Arity, +Inputs:string, -Reply) is det.
%
%   Inputs are numbers of arguments ("1 3"). Reply is "true" if Name/Arity is steadfast
%   for them, else "false".

:- det(steadfast/5).
steadfast(Problem, Name0, Arity, Inputs0, [Reply]) :-
    named(Name0, Name),
    numbers_in(Inputs0, Inputs),
    (   steadfast_call(Name/Arity, Inputs, Problem)
    ->  Reply = "true"
    ;   Reply = "false"
    ).

%   steadfast_call(+Indicator, +Inputs, +Problem) is semidet.
%
%   A call is at fault where one of its rules is, and where it leads to such a call.

steadfast_call(Predicate, Inputs, Problem) :-
    verdicts(Problem, steadfast, Verdicts),
    faultless(steadfast_rules(Problem), Predicate-Inputs, Verdicts).

%   steadfast_rules(+Problem, +Call, -Calls:ordset) is semidet.
%
%   No rule of a call is at fault by itself; Calls are those that must be steadfast too.

steadfast_rules(Problem, Name/Arity-Inputs, Calls) :-
    functor(Head, Name, Arity),
    \+ ( trusted(Problem), predicate_property(Problem:Head, tabled) ),
    findall(Head-Body, rule(Problem, Head, Body), Rules),
    foldl(steadfast_rule(Inputs, Problem), Rules, Calls0, []),
    sort(Calls0, Calls).

steadfast_rule(Inputs, Problem, Head-Body, Calls0, Calls) :-
    input_variables(Inputs, Head, Known),
    empty_assoc(Empty),
    with_variables(Head, Empty, Seen),
    (   before_cut(Body, Before)
    ->  fresh_outputs(Head, Inputs),
        runs_alike(Before, Seen, Known)
    ;   true
    ),
    walk(Body, Seen, Known, Problem, _, _, Calls0, Calls).

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
         \+ ( var(Arg), occurrences_of_var(Arg, Head, 1) ) ).

%   runs_alike(+Goal, +Seen, +Known): its variables are known, or occur here first.

runs_alike(Goal, Seen, Known) :-
    term_variables(Goal, Variables),
    \+ ( member(Variable, Variables),
         in(Seen, Variable),
         \+ in(Known, Variable) ).

%   walk(+Body, +Seen0, +Known0, +Problem, -Seen, -Known, -Calls0, ?Calls) is semidet.
%
%   Body is steadfast if Calls0, up to Calls, are. Seen0 are the variables that occur
%   before it, Known0 those among them that have a ground value; Seen and Known are those
%   after it. Cuts have been looked at.

walk(Body, _, _, _, _, _) --> { var(Body), !, fail }.
walk((A, B), Seen0, Known0, Problem, Seen, Known) -->
    !,
    walk(A, Seen0, Known0, Problem, Seen1, Known1),
    walk(B, Seen1, Known1, Problem, Seen, Known).
walk(Goal, Seen0, Known0, Problem, Seen, Known) -->
    walk_goal(Goal, Seen0, Known0, Problem),
    { after(Goal, Seen0, Known0, Problem, Seen, Known) }.

walk_goal((If -> Then ; Else), Seen, Known, Problem) -->
    !,
    walk_choice(If, Then, Else, Seen, Known, Problem).
walk_goal((If *-> Then ; Else), Seen, Known, Problem) -->
    !,
    walk_choice(If, Then, Else, Seen, Known, Problem).
walk_goal((A ; B), Seen, Known, Problem) -->
    !,
    walk(A, Seen, Known, Problem, _, _),
    walk(B, Seen, Known, Problem, _, _).
walk_goal((If -> Then), Seen, Known, Problem) -->
    !,
    walk_choice(If, Then, fail, Seen, Known, Problem).
walk_goal((If *-> Then), Seen, Known, Problem) -->
    !,
    walk_choice(If, Then, fail, Seen, Known, Problem).
walk_goal(!, _, _, _) --> !.
walk_goal(Goal, Seen, Known, _) -->
    { runs_alike(Goal, Seen, Known) },
    !.
walk_goal(Goal, _, Known, Problem) -->
    { functor(Goal, Name, Arity),
      defined(Problem, Name, Arity),
      !,
      findall(I, known_argument(Goal, Known, I), Inputs)
    },
    [Name/Arity-Inputs].
walk_goal(Goal, Seen, Known, _) -->
    { collecting(Goal, Inside),
      !,
      runs_alike(Inside, Seen, Known)
    }.
walk_goal(call(Goal), Seen, Known, Problem) -->
    !,
    { \+ has_cut(Goal) },
    walk(Goal, Seen, Known, Problem, _, _).
walk_goal(Goal, _, _, _) -->
    { steadfast_builtin(Goal, _) }.

walk_choice(If, Then, Else, Seen0, Known0, Problem) -->
    { runs_alike(If, Seen0, Known0),
      after(If, Seen0, Known0, Problem, Seen, Known)
    },
    walk(Then, Seen, Known, Problem, _, _),
    walk(Else, Seen0, Known0, Problem, _, _).

%   collecting(+Goal, -Inside): Goal collects the solutions of Inside, and then unifies.

collecting(findall(Template, Goal, _), Template-Goal).
collecting(findall(Template, Goal, _, _), Template-Goal).
collecting(aggregate_all(Spec, Goal, _), Spec-Goal).
collecting(aggregate_all(Spec, Discriminator, Goal, _), Spec-Discriminator-Goal).

%   after(+Goal, +Seen0, +Known0, +Problem, -Seen, -Known)
%
%   The variables that are seen and known after Goal.

after(Goal, Seen0, Known0, Problem, Seen, Known) :-
    with_variables(Goal, Seen0, Seen),
    known_after(Goal, Known0, Problem, Known).
