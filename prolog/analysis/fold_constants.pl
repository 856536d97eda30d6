:- module(fold_constants,
          [ constant/4                  % +Problem, +Target, +Position, -Value
          ]).
:- use_module('../problem/fold_examples', [example_at/5]).

/** <module> The constants of arguments

A position is one argument of one predicate, written Name/Arity/I.
*/

%!  constant(+Problem, +Target, +Position, -Value) is nondet.
%
%   A fact, or the head of a rule, or an example if Position is the target's, has Value.

constant(Problem, Target, Name/Arity/I, Value) :-
    functor(Head, Name, Arity),
    arg(I, Head, Value),
    (   Name/Arity == Target
    ->  example_at(Problem, _, Head, _, _)
    ;   clause(Problem:Head, _),
        ground(Value)
    ).
