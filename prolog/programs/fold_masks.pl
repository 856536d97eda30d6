:- module(fold_masks,
          [ merged/2,                   % +Pairs0, -Pairs
            few_outputs/3               % +Problem, +Pairs0, -Pairs
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_limits, [answer_limit/1]).
:- use_module(fold_instances, [functional/1]).

/** <module> Outputs with masks

A pair is Output-Mask, where Mask is an integer with a bit for each base case that leads
to Output; see fold_programs.
*/

%!  merged(+Pairs0, -Pairs) is det.
%
%   Pairs has each output once, with all its masks.

merged([], []) :- !.
merged([Pair], [Pair]) :- !.
merged(Pairs0, Pairs) :-
    keysort(Pairs0, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(joined, Groups, Pairs).

joined(Y-Masks, Y-Mask) :-
    foldl(with_mask, Masks, 0, Mask).

with_mask(Mask, Mask0, Mask1) :-
    Mask1 is Mask0 \/ Mask.

%!  few_outputs(+Problem, +Pairs0, -Pairs) is det.
%
%   Where each positive has one output, a base case that leads to two for some question
%   leads to none: that keeps the outputs of each question as few as the base cases.
%
%   @throws too_many_questions where there are more than any program needs

few_outputs(Problem, Pairs0, Pairs) :-
    (   Pairs0 \= [_, _|_]
    ->  Pairs = Pairs0
    ;   functional(Problem)
    ->  foldl(add_seen, Pairs0, 0-0, _-Twice),
        clear(Pairs0, Twice, Pairs)
    ;   length(Pairs0, Count),
        answer_limit(Limit),
        ( Count > Limit -> throw(too_many_questions) ; true ),
        Pairs = Pairs0
    ).

add_seen(_-Mask, Once0-Twice0, Once-Twice) :-
    Twice is Twice0 \/ (Once0 /\ Mask),
    Once is Once0 \/ Mask.

clear([], _, []).
clear([Y-Mask0|Pairs0], Twice, Pairs) :-
    Mask is Mask0 /\ \Twice,
    (   Mask =:= 0
    ->  Pairs = Pairs1
    ;   Pairs = [Y-Mask|Pairs1]
    ),
    clear(Pairs0, Twice, Pairs1).
