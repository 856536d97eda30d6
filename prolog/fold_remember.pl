:- module(fold_remember,
          [ remember/4,                 % +Problem, +Name, +Arity, -Reply
            remembered/3                % +Problem, +Goal, :Wrapped
          ]).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- use_module(library(solution_sequences), [offset/2]).
:- use_module(fold_problem, [trusted/1]).
:- use_module(fold_text, [named/2]).

/** <module> Answers that are remembered

Where predicates call each other in a long chain, and each is asked, all of them together
would take the square of its length. So the answers of some are remembered.

This must not be seen: not in the order of answers, in how many there are, nor in what
runs until the first. Hence the first answer of a call is remembered, and whether it left
a choice; who asks for a second has the clauses run again. All arguments must be plain:
atomic, or variables that become atomic. What is tabled is not remembered, and nothing
that leads to recursion may be, since it can be suspended.
*/

:- meta_predicate
    remembered(+, +, 0),
    recalled(+, +, 0),
    first_time(+, +, +, 0).

:- dynamic
    answers/2,                          % Problem, Trie
    remembers/3.                        % Name, Arity, Problem

%   most_answers(-Count): answers that are remembered for one problem.

most_answers(500 000).

%!  remember(+Problem:string, +Name:string, +Arity, -Reply) is det.
%
%   Remember the answers of a predicate for as long as the clauses of Problem stay the
%   same. Reply is empty. The rules of trusted files run each time, as they may have
%   effects.

:- det(remember/4).
remember(Problem0, Name0, Arity, []) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    functor(Goal, Name, Arity),
    (   ( trusted(Problem) ; predicate_property(Problem:Goal, tabled) )
    ->  true
    ;   ( answers(Problem, _) -> true ; trie_new(Trie), assertz(answers(Problem, Trie)) ),
        wrap_predicate(Problem:Goal, fold_remember, Wrapped,
                       fold_remember:remembered(Problem, Goal, Wrapped)),
        assertz(remembers(Name, Arity, Problem))
    ).

%   forget_answers(+Problem): run all predicates of Problem as they are written. Calls
%   still pass through remembered/3, since unwrap_predicate/2 of SWI-Prolog 9.0 counts
%   the references to the name of a wrapper wrongly.

:- det(forget_answers/1).
forget_answers(Problem) :-
    retractall(remembers(_, _, Problem)),
    forall(retract(answers(Problem, Trie)), trie_destroy(Trie)).

fold_problem:changing(Problem) :-
    forget_answers(Problem).

fold_problem:forget(Problem) :-
    forget_answers(Problem).

%!  remembered(+Problem, +Goal, :Wrapped) is nondet.
%
%   As Wrapped, which runs the clauses for Goal.

remembered(Problem, Goal, Wrapped) :-
    functor(Goal, Name, Arity),
    remembers(Name, Arity, Problem),
    plain_arguments(Arity, Goal),
    !,
    answers(Problem, Trie),
    (   trie_lookup(Trie, Goal, Answer)
    ->  recalled(Answer, Goal, Wrapped)
    ;   copy_term(Goal, Question),
        first_time(Trie, Question, Goal, Wrapped)
    ).
remembered(_, _, Wrapped) :-
    call(Wrapped).

%   recalled(+Answer, +Goal, :Wrapped): Answer is none, only(Goal) or first(Goal).

recalled(only(Goal), Goal, _).
recalled(first(First), Goal, Wrapped) :-
    (   Goal = First
    ;   offset(1, Wrapped)
    ).

first_time(Trie, Question, Goal, Wrapped) :-
    Answered = answered(false),
    (   call_cleanup(Wrapped, Last = true)
    *-> (   arg(1, Answered, true)
        ->  true
        ;   nb_setarg(1, Answered, true),
            keep_first(Trie, Question, Goal, Last)
        )
    ;   keep(Trie, Question, none),
        fail
    ).

keep_first(Trie, Question, Goal, Last) :-
    functor(Goal, _, Arity),
    (   ground(Goal),
        plain_arguments(Arity, Goal)
    ->  ( Last == true -> Answer = only(Goal) ; Answer = first(Goal) ),
        keep(Trie, Question, Answer)
    ;   true
    ).

keep(Trie, Question, Answer) :-
    most_answers(Most),
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
