:- module(calls, [main/0]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(readutil)).
:- use_module(library(unix)).
:- set_prolog_flag(gc_thread, false).

/** <module> What the clauses of a theory cover, by all calls that it makes

Standard input has a directory a line, as an atom, with bk.pl, theory.pl, pos.pl and neg.pl.
To calls.verdict there go `holds(P, N).`, and for each clause `covers(P, N).`, or `unknown.`
where nothing calls it: how many positive and negative examples. A clause covers an example
if it holds of what its predicate is called with when the theory is asked about it.
*/

main :-
    read(Directory),
    (   Directory == end_of_file
    ->  true
    ;   fork(Child),
        (   Child == child
        ->  judge(Directory),
            halt
        ;   wait(Child, _),
            main
        )
    ).

judge(Directory) :-
    working_directory(_, Directory),
    style_check(-singleton),
    style_check(-discontiguous),
    load_files([user:'bk.pl', user:'theory.pl'], [silent(true)]),
    read_file_to_terms('pos.pl', Positives, []),
    read_file_to_terms('neg.pl', Negatives, []),
    read_file_to_terms('theory.pl', Terms, []),
    findall(clause(Head, Goals),
            ( member((Head :- Body), Terms), conjuncts(Body, Goals) ),
            Clauses),
    nb_setval(clauses, Clauses),
    findall(P, ( member(clause(H, _), Clauses), functor(H, N, A), P = N/A ), Own0),
    reached(Own0, Own),
    setup_call_cleanup(open('calls.verdict', write, Out),
                       verdict(Out, Clauses, Own, [Positives, Negatives]),
                       close(Out)).

verdict(Out, Clauses, Own, Kinds) :-
    maplist(count(asked), Kinds, Holds),
    format(Out, "~q.~n", [holds(Holds)]),
    forall(member(Clause, Clauses),
           (   Clause = clause(Head, _),
               functor(Head, Name, Arity),
               memberchk(Name/Arity, Own)
           ->  maplist(count(covers(Clause, Own)), Kinds, Covers),
               format(Out, "~q.~n", [covers(Covers)])
           ;   format(Out, "unknown.~n", [])
           )).

count(Test, Examples, Count) :-
    include(passes(Test), Examples, Holding),
    length(Holding, Count).

passes(Test, Example) :-
    \+ \+ call(Test, Example).

asked(Goal) :-
    user:Goal.

conjuncts((A, B), Goals) :-
    !,
    conjuncts(A, As),
    conjuncts(B, Bs),
    append(As, Bs, Goals).
conjuncts(Goal, [Goal]).

%   call_of(?Caller, ?Callee, ?Sign, ?Head, ?Goal, ?Before): a clause of Caller calls Goal
%   after Before; an exception is called after all that is no exception.

call_of(Caller, Name/Arity, Sign, Head, Goal, Before) :-
    nb_getval(clauses, Clauses),
    member(clause(Head, Goals), Clauses),
    functor(Head, CallerName, CallerArity),
    Caller = CallerName/CallerArity,
    append(Before0, [Literal|_], Goals),
    ( Literal = (\+ Goal) -> Sign = negated ; Goal = Literal, Sign = plain ),
    own(Goal),
    functor(Goal, Name, Arity),
    (   exception(Head, Literal)
    ->  exclude(exception(Head), Goals, Before)
    ;   Before = Before0
    ).

own(Goal) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    nb_getval(clauses, Clauses),
    memberchk(clause(Head, _), Clauses).

exception(Head, \+ Goal) :-
    own(Goal),
    Head =.. [_|Args],
    Goal =.. [_|Own],
    Own == Args.

%   reached(+Predicates, -Reached): those that the first leads to; callers stand first.

reached([Target|Predicates0], Reached) :-
    list_to_set(Predicates0, Predicates),
    foldl(add_reached, Predicates, [Target], Reversed),
    reverse(Reversed, Reached).

add_reached(Predicate, Reached, [Predicate|Reached]) :-
    \+ memberchk(Predicate, Reached),
    member(Caller, Reached),
    call_of(Caller, Predicate, _, _, _, _),
    !.
add_reached(_, Reached, Reached).

covers(clause(Head, Goals), Own, Example) :-
    functor(Head, Name, Arity),
    called(Name/Arity, Own, Example, Args),
    Head =.. [_|Args],
    maplist(asked, Goals).

%   called(+Predicate, +Own, +Example, -Args): it is called so when Example is asked.
%   Negated calls count where there are no others.

called(Target, [Target|_], Example, Args) :-
    !,
    Example =.. [_|Args].
called(Predicate, Own, Example, Args) :-
    (   member(Any, Own),
        call_of(Any, Predicate, plain, _, _, _)
    ->  Sign = plain
    ;   Sign = negated
    ),
    member(Caller, Own),
    call_of(Caller, Predicate, Sign, Head, Goal, Before),
    called(Caller, Own, Example, CallerArgs),
    Head =.. [_|CallerArgs],
    maplist(asked, Before),
    Goal =.. [_|Args].
