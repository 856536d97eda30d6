:- module(fold_memo,
          [ memoize/4,                  % +Problem, +Name, +Arity, -Reply
            memoized/3                  % +Problem, +Goal, :Wrapped
          ]).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- use_module(library(solution_sequences), [offset/2]).
:- use_module('../problem/fold_problem', [trusted/1]).
:- use_module('../terms/fold_text', [named/2]).

/** <module> Memoized first answers

Where predicates call each other in a chain of length n, and each is asked, the calls take
O(n^2) altogether. Memoizing some of them makes it O(n).

A memoized predicate has the same answers in the same order, and runs no more until the
first: a memo holds the first answer of a call and whether it left a choice, and a caller
that asks for a second has the clauses run again. All arguments must be plain: atomic, or
variables that become atomic. What is tabled is not memoized, and nothing that leads to
recursion may be, since it can be suspended.
*/

:- meta_predicate
    memoized(+, +, 0),
    known_answer(+, +, 0),
    first_call(+, +, +, 0).

:- dynamic
    answers/2,                          % Problem, Trie
    memoizes/3.                         % Name, Arity, Problem

%   max_answers(-Count): answers that are memoized for one problem.

max_answers(500 000).

%!  memoize(+Problem, +Name:string, +Arity, -Reply) is det.
%
%   Memoize a predicate for as long as the clauses of Problem stay the same. Reply is
%   empty. The rules of trusted files run each time, as they may have effects.

:- det(memoize/4).
memoize(Problem, Name0, Arity, []) :-
    named(Name0, Name),
    functor(Goal, Name, Arity),
    (   ( trusted(Problem) ; predicate_property(Problem:Goal, tabled) )
    ->  true
    ;   ( answers(Problem, _) -> true ; trie_new(Trie), assertz(answers(Problem, Trie)) ),
        wrap_predicate(Problem:Goal, table, Wrapped,    % its only name: see fold_shadow
                       fold_memo:memoized(Problem, Goal, Wrapped)),
        assertz(memoizes(Name, Arity, Problem))
    ).

%   forget_answers(+Problem): run all predicates of Problem as they are written. Calls
%   still pass through memoized/3, since unwrap_predicate/2 of SWI-Prolog 9.0 counts
%   the references to the name of a wrapper wrongly.

:- det(forget_answers/1).
forget_answers(Problem) :-
    retractall(memoizes(_, _, Problem)),
    forall(retract(answers(Problem, Trie)), trie_destroy(Trie)).

fold_problem:changing(Problem) :-
    forget_answers(Problem).

fold_problem:forget(Problem) :-
    forget_answers(Problem).

%!  memoized(+Problem, +Goal, :Wrapped) is nondet.
%
%   As Wrapped, which runs the clauses for Goal.

memoized(Problem, Goal, Wrapped) :-
    functor(Goal, Name, Arity),
    memoizes(Name, Arity, Problem),
    plain_arguments(Arity, Goal),
    !,
    answers(Problem, Trie),
    (   trie_lookup(Trie, Goal, Answer)
    ->  known_answer(Answer, Goal, Wrapped)
    ;   copy_term(Goal, Question),
        first_call(Trie, Question, Goal, Wrapped)
    ).
memoized(_, _, Wrapped) :-
    call(Wrapped).

%   known_answer(+Answer, +Goal, :Wrapped): Answer is none, only(Goal) or first(Goal).

known_answer(only(Goal), Goal, _).
known_answer(first(First), Goal, Wrapped) :-
    (   Goal = First
    ;   offset(1, Wrapped)
    ).

first_call(Trie, Question, Goal, Wrapped) :-
    Answered = answered(false),
    (   call_cleanup(Wrapped, Last = true)
    *-> (   arg(1, Answered, true)
        ->  true
        ;   nb_setarg(1, Answered, true),
            store_first(Trie, Question, Goal, Last)
        )
    ;   store(Trie, Question, none),
        fail
    ).

store_first(Trie, Question, Goal, Last) :-
    functor(Goal, _, Arity),
    (   ground(Goal),
        plain_arguments(Arity, Goal)
    ->  ( Last == true -> Answer = only(Goal) ; Answer = first(Goal) ),
        store(Trie, Question, Answer)
    ;   true
    ).

store(Trie, Question, Answer) :-
    max_answers(Most),
    (   trie_property(Trie, value_count(Count)),
        Count >= Most
    ->  true
    ;   trie_insert(Trie, Question, Answer)
    ->  true
    ;   true                            % Wrapped has asked the same
    ).

%   plain_arguments(+Count, +Goal): the first arguments of Goal, so many, are atomic, or
%   variables without attributes.

plain_arguments(0, _) :- !.
plain_arguments(I, Goal) :-
    arg(I, Goal, Arg),
    ( atomic(Arg) -> true ; var(Arg), \+ attvar(Arg) ),
    I1 is I - 1,
    plain_arguments(I1, Goal).
