:- module(fold_ground,
          [ known_after/4,              % +Goal, +Known0, +Problem, -Known
            known_argument/3,           % +Goal, +Known, -I
            input_variables/3,          % +Inputs, +Head, -Known
            rule/3,                     % +Problem, ?Head, -Body
            with_variables/3,           % +Term, +Set0, -Set
            in/2                        % +Set, +Variable
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, include/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(fold_components, [verdicts/3]).
:- use_module(fold_steadfast_builtins, [steadfast_builtin/2]).
:- use_module('../problem/fold_problem', [defined/3, general_fact_at/5, trusted/1]).

/** <module> Which variables have a ground value after a goal

The clauses are walked, and the calls inside calls up to max_depth/1; what is found out
about a call is kept, so that none is looked at twice. Sets of variables are assocs, with
the variables as keys.
*/

%   max_depth(-Calls): calls inside calls up to which is looked what they make known.

max_depth(4).

%!  known_after(+Goal, +Known0, +Problem, -Known) is det.
%
%   Known are the variables that have a ground value when Goal has succeeded, where
%   Known0 have one before.

known_after(Goal, Known0, Problem, Known) :-
    max_depth(Depth),
    binds(Goal, Known0, Problem, Depth, New),
    foldl(add_variable, New, Known0, Known).

%!  rule(+Problem, ?Head, -Body) is nondet.
%
%   Problem has the rule (Head :- Body).

rule(Problem, Head, Body) :-
    predicate_property(Problem:Head, number_of_rules(Rules)),
    Rules > 0,
    clause(Problem:Head, Body),
    Body \== true.

%!  input_variables(+Inputs:list, +Head, -Known) is det.
%
%   Known are the variables in those arguments of Head that have the numbers Inputs.

input_variables(Inputs, Head, Known) :-
    empty_assoc(Empty),
    foldl(add_variables(Head), Inputs, Empty, Known).

add_variables(Head, I, Known0, Known) :-
    arg(I, Head, Arg),
    with_variables(Arg, Known0, Known).

%!  with_variables(+Term, +Set0, -Set) is det.
%
%   Set is Set0 with the variables of Term.

with_variables(Term, Set0, Set) :-
    term_variables(Term, Variables),
    foldl(add_variable, Variables, Set0, Set).

add_variable(Variable, Set0, Set) :-
    put_assoc(Variable, Set0, true, Set).

%!  in(+Set, +Variable) is semidet.

in(Set, Variable) :-
    get_assoc(Variable, Set, true).

%!  known_argument(+Goal, +Known, -I) is nondet.
%
%   The argument I of Goal has no variables but those in Known.

known_argument(Goal, Known, I) :-
    compound(Goal),
    arg(I, Goal, Arg),
    known(Arg, Known).

known(Term, Known) :-
    term_variables(Term, Variables),
    forall(member(Variable, Variables), in(Known, Variable)).

%   binds(+Goal, +Known, +Problem, +Depth, -New:list)
%
%   New are the variables beside Known that have a ground value when Goal has succeeded.

binds(Goal, _, _, _, []) :- var(Goal), !.
binds((A, B), Known0, Problem, Depth, New) :-
    !,
    binds(A, Known0, Problem, Depth, NewA),
    foldl(add_variable, NewA, Known0, Known),
    binds(B, Known, Problem, Depth, NewB),
    append(NewA, NewB, New).
binds((If -> Then ; Else), Known, Problem, Depth, New) :-
    !,
    binds_either((If, Then), Else, Known, Problem, Depth, New).
binds((If *-> Then ; Else), Known, Problem, Depth, New) :-
    !,
    binds_either((If, Then), Else, Known, Problem, Depth, New).
binds((A ; B), Known, Problem, Depth, New) :-
    !,
    binds_either(A, B, Known, Problem, Depth, New).
binds((A -> B), Known, Problem, Depth, New) :-
    !,
    binds((A, B), Known, Problem, Depth, New).
binds(call(Goal), Known, Problem, Depth, New) :-
    !,
    binds(Goal, Known, Problem, Depth, New).
binds(once(Goal), Known, Problem, Depth, New) :-
    !,
    binds(Goal, Known, Problem, Depth, New).
binds(Goal, Known, Problem, Depth, New) :-
    grounds(Goal, Known, Problem, Depth),
    !,
    term_variables(Goal, Variables),
    exclude(in(Known), Variables, New).
binds(_, _, _, _, []).

binds_either(A, B, Known, Problem, Depth, New) :-
    binds(A, Known, Problem, Depth, NewA),
    binds(B, Known, Problem, Depth, NewB),
    empty_assoc(Empty),
    with_variables(NewB, Empty, SetB),
    include(in(SetB), NewA, New).

%   grounds(+Goal, +Known, +Problem, +Depth): a goal that succeeds is ground.

grounds(A = B, Known, _, _) :-
    !,
    ( known(A, Known) ; known(B, Known) ),
    !.
grounds(Goal, Known, Problem, Depth) :-
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity),
    !,
    findall(I, known_argument(Goal, Known, I), Inputs),
    makes_ground(Name/Arity, Inputs, Depth, Problem).
grounds(Goal, Known, _, _) :-
    steadfast_builtin(Goal, Given),
    known(Given, Known).

%   makes_ground(+Indicator, +Inputs, +Depth, +Problem): all solutions are ground.

makes_ground(Predicate, Inputs, Depth, Problem) :-
    verdicts(Problem, ground, Grounding),
    Key = Predicate-Inputs-Depth,
    (   trie_lookup(Grounding, Key, Verdict)
    ->  true
    ;   (   ground_rules(Predicate, Inputs, Depth, Problem)
        ->  Verdict = true
        ;   Verdict = false
        ),
        trie_insert(Grounding, Key, Verdict)
    ),
    Verdict == true.

ground_rules(Name/Arity, Inputs, Depth, Problem) :-
    Depth > 0,
    Less is Depth - 1,
    functor(Head, Name, Arity),
    \+ general_fact_at(Problem, Name, Arity, _, _),
    \+ trusted(Problem),
    \+ ( rule(Problem, Head, Body),
         input_variables(Inputs, Head, Given),
         binds(Body, Given, Problem, Less, New),
         foldl(add_variable, New, Given, Bound),
         \+ known(Head, Bound) ).
