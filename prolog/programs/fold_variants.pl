:- module(fold_variants,
          [ instance_or_variant/2,      % +Problem, -X
            crossed_negatives/3         % +Problem, +Positives, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, last/2, member/2, nth0/3, select/4]).
:- use_module(library(ordsets), [ord_memberchk/2]).
:- use_module(fold_instances, [functional/1, instance/2]).
:- use_module('../problem/fold_problem', [companion/2]).

/** <module> Inputs beside those that examples lead to

Programs that answer alike on all instances may differ elsewhere, above all where elements
of a list are equal, or, without outputs, where inputs of two instances stand together. So
they are compared on variants of instances too.
*/

%!  instance_or_variant(+Problem, -X) is nondet.
%
%   X is an instance, or one with a list whose first element is doubled, or the first
%   inputs of one with the last of another.

instance_or_variant(Problem, X) :-
    instance(Problem, X0),
    (   X = X0
    ;   doubled(Problem, X0, X)
    ).
instance_or_variant(Problem, X) :-
    \+ functional(Problem),
    findall(X0, instance(Problem, X0), Instances),
    crossed(Instances, X).

%   crossed(+Instances, -X) is nondet: X has the last input of another of Instances, of one
%   that is next and of one that is far.

crossed(Instances, X) :-
    length(Instances, Count),
    Far is Count // 2,
    nth0(At, Instances, X0),
    member(Distance, [1, Far]),
    Other is (At + Distance) mod Count,
    nth0(Other, Instances, X1),
    append(First, [_], X0),
    First \== [],
    last(X1, Last),
    append(First, [Last], X).

%   doubled(+Problem, +X0, -X) is nondet: X has a list of X0 with its first element twice,
%   or, if there are outputs, for which lists may have to be of one length, all lists.

doubled(Problem, X0, X) :-
    functional(Problem),
    !,
    maplist(doubled_or_same, X0, X),
    X \== X0.
doubled(_, X0, X) :-
    select([E|Es], X0, [E,E|Es], X).

doubled_or_same(Arg, Doubled) :-
    ( Arg = [E|Es] -> Doubled = [E,E|Es] ; Doubled = Arg ).

%!  crossed_negatives(+Problem, +Positives, -Reply) is det.
%
%   Reply is ["crossed"] if each argument of some negative is one of a positive, at the
%   same place, else empty. Examples below Positives are positive.

:- det(crossed_negatives/3).
crossed_negatives(Problem, Positives, Reply) :-
    companion(Problem, Companion),
    findall(At-Arg,
            ( Companion:example(Index, Atom), Index < Positives, arg(At, Atom, Arg) ),
            Args),
    sort(Args, Known),
    (   Companion:example(Index, Atom),
        Index >= Positives,
        forall(arg(At, Atom, Arg), ord_memberchk(At-Arg, Known))
    ->  Reply = ["crossed"]
    ;   Reply = []
    ).
