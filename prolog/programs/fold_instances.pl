:- module(fold_instances,
          [ hold_program_examples/7,    % +Problem, +Name, +Arity, +Inputs, +Positives,
                                        % +Indices, -Reply
            allow_outputs/2,            % +Problem, -Reply
            reach_instances/4,          % +Problem, +Steps, +Limit, -Reply
            common_constants/4,         % +Problem, +Goals, +Limit, -Reply

            functional/1,               % ?Problem
            positive/3,                 % ?Problem, ?X, ?Ys
            negative/3,                 % ?Problem, ?X, ?Y
            instance/2,                 % ?Problem, ?X
            largest_number/2            % ?Problem, ?Number
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3, partition/4]).
:- use_module(library(lists), [clumped/2, max_list/2, member/2, nth1/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(fold_limits, [first_answers/1, parse_term/2]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../terms/fold_text', [named/2, numbers_in/2, unpack/2]).

/** <module> Examples as inputs and outputs, and the inputs that they lead to

The arguments of a target are inputs and outputs. An instance is a list of inputs.
*/

%!  functional(?Problem) is nondet.
%
%   Each positive of Problem has one output, and programs should.

%!  positive(?Problem, ?X, ?Ys) is nondet.
%
%   Ys are the outputs of all positives with the inputs X.

%!  negative(?Problem, ?X, ?Y) is nondet.

%!  instance(?Problem, ?X) is nondet.

%!  largest_number(?Problem, ?Number) is nondet.
%
%   The inputs of no question need an integer beyond Number, or below its negative.

:- dynamic
    functional/1,
    positive/3,
    negative/3,
    instance/2,
    largest_number/2.

fold_problem:forget(Problem) :-
    retractall(functional(Problem)),
    retractall(positive(Problem, _, _)),
    retractall(negative(Problem, _, _)),
    retractall(instance(Problem, _)),
    retractall(largest_number(Problem, _)).

%!  hold_program_examples(+Problem, +Name, +Arity, +Inputs, +Positives, +Indices,
%!                        -Reply) is det.
%
%   Take the examples with these packed indices, of which those below Positives are
%   positive. Inputs are the numbers of the arguments that are inputs ("1 3"). Reply is
%   "functional" if the positives have one output each, else "relation"; "structured" if
%   one of their arguments has parts, else "flat"; and how many constants they have, of
%   integers the digits.

:- det(hold_program_examples/7).
hold_program_examples(Problem, TargetName, Arity, Inputs0, Positives, Packed,
                      [Kind, Structure, Constants]) :-
    named(TargetName, Name),
    numbers_in(Inputs0, Inputs),
    unpack(Packed, Indices),
    functor(Atom, Name, Arity),
    split_examples(Problem, Atom, Inputs, Indices, Examples),
    partition(below(Positives), Examples, Pos, Neg),
    hold_positives(Problem, Pos),
    retractall(negative(Problem, _, _)),
    forall(member(_-(X-Y), Neg), assertz(negative(Problem, X, Y))),
    hold_kind(Problem, Kind),
    findall(Arg, ( member(_-(X-Y), Pos), ( member(Arg, X) ; member(Arg, Y) ) ), Args),
    ( maplist(atomic, Args) -> Structure = "flat" ; Structure = "structured" ),
    hold_largest_number(Problem, Args),
    aggregate_all(sum(Size), ( member(Arg, Args), part_size(Arg, Size) ), Constants).

%   split_examples(+Problem, +Atom, +Inputs, +Indices, -Examples): Examples are
%   Index-(X-Y), with the inputs X and the outputs Y of the examples with Indices.

split_examples(Problem, Atom, Inputs, Indices, Examples) :-
    companion(Problem, Companion),
    findall(Index-(X-Y),
            ( member(Index, Indices),
              Companion:example(Index, Atom),
              split(Atom, Inputs, X, Y)
            ),
            Examples).

below(Number, Index-_) :-
    Index < Number.

%   hold_positives(+Problem, +Examples): the outputs of all with the same inputs together,
%   small inputs first.

hold_positives(Problem, Examples) :-
    findall(Size-(X-(Y-Index)),
            ( member(Index-(X-Y), Examples), term_size(X, Size) ),
            Sized0),
    msort(Sized0, Sized),
    pairs_values(Sized, Pairs),
    group_pairs_by_key(Pairs, Groups),
    retractall(positive(Problem, _, _)),
    forall(( member(X-Group, Groups), findall(Y, member(Y-_, Group), Ys) ),
           assertz(positive(Problem, X, Ys))).

%   hold_kind(+Problem, -Kind): whether each positive has one output.

hold_kind(Problem, Kind) :-
    retractall(functional(Problem)),
    (   ( positive(Problem, _, [_, _|_]) ; positive(Problem, _, [[]]) )
    ->  Kind = "relation"
    ;   assertz(functional(Problem)),
        Kind = "functional"
    ).

%   hold_largest_number(+Problem, +Args): ten times the largest integer of Args, or 100.

hold_largest_number(Problem, Args) :-
    findall(Most,
            ( member(Arg, Args),
              sub_term(Part, Arg),
              integer(Part),
              Most is 10 * abs(Part)
            ),
            Mosts),
    max_list([100|Mosts], Largest),
    retractall(largest_number(Problem, _)),
    assertz(largest_number(Problem, Largest)).

%   part_size(+Term, -Size) is nondet: 1 for each constant and functor but cells of
%   lists, and for an integer as many as it has digits.

part_size(Term, Size) :-
    sub_term(Part, Term),
    Part \= [_|_],
    (   integer(Part)
    ->  format(string(Digits), "~d", [Part]),
        string_length(Digits, Size)
    ;   Size = 1
    ).

%!  allow_outputs(+Problem, -Reply) is det.
%
%   Let questions have several outputs. Reply is empty.

:- det(allow_outputs/2).
allow_outputs(Problem, []) :-
    retractall(functional(Problem)).

%   split(+Atom, +Inputs, -X, -Y): the arguments at Inputs, and the others.

split(Atom, Inputs, X, Y) :-
    Atom =.. [_|Args],
    split(Args, 1, Inputs, X, Y).

split([], _, _, [], []).
split([Arg|Args], I, Inputs, X, Y) :-
    (   memberchk(I, Inputs)
    ->  X = [Arg|X1],
        Y = Y1
    ;   X = X1,
        Y = [Arg|Y1]
    ),
    I1 is I + 1,
    split(Args, I1, Inputs, X1, Y1).

%!  reach_instances(+Problem, +Steps, +Limit, -Reply) is det.
%
%   Hold the inputs by which bodies are told apart: those of examples, and what each
%   step leads to from them when it is taken again and again, the first and the last of
%   these, about Limit altogether. Steps is steps(X, [Goal-Next, ...]), where Next is
%   what Goal makes of X. Reply is their number.

:- det(reach_instances/4).
reach_instances(Problem, Text, Limit, [Count]) :-
    parse_term(Text, steps(X, Steps)),
    findall(Size-X0,
            ( ( positive(Problem, X0, _) ; negative(Problem, X0, _) ),
              term_size(X0, Size)
            ),
            Sized0),
    sort(Sized0, Sized),
    pairs_values(Sized, Roots),
    retractall(instance(Problem, _)),
    setup_call_cleanup(
        trie_new(Seen),
        reach(Roots, Problem, X, Steps, Seen, Limit, 0, Count),
        trie_destroy(Seen)).

%!  common_constants(+Problem, +Goals, +Limit, -Reply) is det.
%
%   Goals is constants(X, [m(Number, Before, Goal, Value), ...]). Reply has for each
%   Number its commonest atomic Values on the instances, Limit of them, as "Number Value".

:- det(common_constants/4).
common_constants(Problem, Text, Limit, Reply) :-
    parse_term(Text, constants(X, Goals)),
    findall(Number-Value,
            ( member(m(Number, Before, Goal, Value), Goals),
              instance(Problem, X),
              catch(maplist(first_answers_in(Problem), Before), error(_, _), fail),
              catch(first_answers_in(Problem, Goal), error(_, _), fail),
              atomic(Value)
            ),
            Pairs),
    commonest_first(Pairs, Groups),
    findall(Line,
            ( member(Number-Values, Groups),
              nth1(At, Values, _-Value),
              At =< Limit,
              format(string(Line), "~d ~q", [Number, Value])
            ),
            Reply).

%   commonest_first(+Pairs, -Groups): Groups have for each key its values, each after how
%   often it occurs, negative.

commonest_first(Pairs, Groups) :-
    msort(Pairs, Sorted),
    clumped(Sorted, Clumps),
    findall(Key-(Fewer-Value),
            ( member((Key-Value)-Count, Clumps), Fewer is -Count ),
            Ranked0),
    sort(Ranked0, Ranked),
    group_pairs_by_key(Ranked, Groups).

first_answers_in(Problem, Goal) :-
    first_answers(Problem:Goal).

reach([], _, _, _, _, _, Count, Count).
reach([Root|Roots], Problem, X, Steps, Seen, Limit, Count0, Count) :-
    (   Count0 >= Limit
    ->  Count = Count0
    ;   findall(Instance,
                ( Instance = Root
                ; member(Step, Steps),
                  chain(Problem, X, Step, Root, Chain),
                  end_of_chain(Chain, Instance)
                ),
                Instances),
        foldl(hold_instance(Problem, Seen), Instances, Count0, Count1),
        reach(Roots, Problem, X, Steps, Seen, Limit, Count1, Count)
    ).

hold_instance(Problem, Seen, Instance, Count0, Count) :-
    (   trie_insert(Seen, Instance, true)
    ->  assertz(instance(Problem, Instance)),
        Count is Count0 + 1
    ;   Count = Count0
    ).

%   chain(+Problem, +X, +Step, +Root, -Chain): what a step leads to, one after another,
%   until it leads to nothing or back, or to a term larger by more than two cells.

chain(Problem, X, Step, Root, Chain) :-
    term_size(Root, Size),
    Most is Size + 6,
    chain(200, Most, Problem, X, Step, [Root], Chain).

chain(Left, Most, Problem, X, Step, [Instance|Before], Chain) :-
    (   Left > 0,
        findall(Next,
                ( copy_term(X-Step, Instance-(Goal-Next)),
                  once(catch(first_answers_in(Problem, Goal), error(_, _), fail)),
                  ground(Next)
                ),
                [Next]),
        term_size(Next, Size),
        Size =< Most,
        Next \== Instance,
        \+ memberchk(Next, Before)
    ->  Chain = [Next|Rest],
        Left1 is Left - 1,
        chain(Left1, Most, Problem, X, Step, [Next, Instance|Before], Rest)
    ;   Chain = []
    ).

%   end_of_chain(+Chain, -Instance): one of the first three or the last four.

end_of_chain(Chain, Instance) :-
    length(Chain, Length),
    nth1(At, Chain, Instance),
    \+ ( At > 3, At =< Length - 4 ).
