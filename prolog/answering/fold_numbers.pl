:- module(fold_numbers,
          [ numbers/7                   % +Problem, +Name, +Arity, +Clause, +Index, +Limit,
                                        % -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(fold_ask, [ask/6]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../terms/fold_text', [named/2, pack/2, quoted/2]).
:- use_module('../theories/fold_theory', [theory_clause/3]).
:- use_module('../theories/fold_theory_calls',
              [add_call_sites/2, example_calls/4, remove_call_sites/1, theory_calls/3]).

/** <module> The numbers that thresholds compare, for each example

Python gives the theory one more clause for each of its thresholds; the last argument of
its head is the number that the threshold bounds.
*/

%!  numbers(+Problem, +Name, +Arity, +Clause, +Index, +Limit, -Reply) is det.
%
%   Reply is the packed indices of the examples of Name/Arity for which the theory's
%   clause with this Index gives numbers or dates, then these, quoted. Each number of an
%   example is there once. The threshold is in the theory's clause numbered Clause; its
%   predicate is asked about what the theory calls it with.

:- det(numbers/7).
numbers(Problem, Name0, Arity, Clause, Index, Limit, [Packed|Texts]) :-
    named(Name0, Name),
    functor(Atom, Name, Arity),
    theory_calls(Problem, Name/Arity, Predicates),
    question(Problem, Atom, Predicates, Clause, Index, I-Number, Question),
    setup_call_cleanup(
        add_call_sites(Problem, Predicates),
        ask(Question, Problem, Atom, Limit, I-Number, Found),
        remove_call_sites(Problem)),
    sort(Found, Pairs),
    pairs_keys_values(Pairs, Indices, Numbers),
    maplist(quoted, Numbers, Texts),
    pack(Indices, Packed).

%   question(+Problem, +Atom, +Predicates, +Clause, +Index, -Pair, -Question): Question
%   binds Pair to the index of an example Atom, and a number of it.

question(Problem, Atom, Predicates, Clause, Index, I-Number,
         ( Companion:example(I, Atom),
           fold_numbers:called_with(Problem, Predicates, Predicate, Args, Own),
           Problem:Body,
           atomic(Number) )) :-
    companion(Problem, Companion),
    Atom =.. [_|Args],
    predicate_of(Problem, Clause, Predicate),
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, Body, Ref),
    Head =.. [_|Numbered],
    append(Own, [Number], Numbered),
    !.

predicate_of(Problem, Index, Name/Arity) :-
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    functor(Head, Name, Arity).

%   called_with(+Problem, +Predicates, +Predicate, +Args, -Own): Predicate is called with
%   Own when the theory is asked about an example with Args.

called_with(_, [called(Target, _, _)|_], Target, Args, Args) :-
    !.
called_with(Problem, Predicates, Predicate, Args, Own) :-
    example_calls(Problem, Predicates, Args, Calls),
    member(Predicate-Lists, Calls),
    member(Own, Lists).
