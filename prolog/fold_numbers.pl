:- module(fold_numbers,
          [ numbers/6                   % +Problem, +Name, +Arity, +Index, +Limit, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(fold_ask, [ask/6]).
:- use_module(fold_problem, [companion/2]).
:- use_module(fold_text, [named/2, pack/2, quoted/2]).
:- use_module(fold_theory, [theory_clause/3]).

/** <module> The numbers that thresholds compare, for each example

Python gives the theory one more clause for each of its thresholds; the last argument of
its head is the number that the threshold bounds.
*/

%!  numbers(+Problem, +Name, +Arity, +Index, +Limit, -Reply) is det.
%
%   Reply is the packed indices of the examples of Name/Arity for which the theory's
%   clause with this Index gives numbers or dates, then these, quoted. Each number of an
%   example is there once.

:- det(numbers/6).
numbers(Problem0, Name0, Arity, Index, Limit, [Packed|Texts]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    Atom =.. [_|Args],
    append(Args, [Number], Numbered),
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, Body, Ref),
    Head =.. [_|Numbered],
    Question = ( Companion:example(I, Atom), Problem:Body, atomic(Number) ),
    ask(Question, Problem, Atom, Limit, I-Number, Found),
    sort(Found, Pairs),
    pairs_keys_values(Pairs, Indices, Numbers),
    maplist(quoted, Numbers, Texts),
    pack(Indices, Packed).
