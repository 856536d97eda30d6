:- module(judge, [main/0]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(unix)).
:- set_prolog_flag(gc_thread, false).
:- set_module(base(system)).            % what a user redefines is not for the judge

/** <module> What plain Prolog finds when it runs theories

Standard input has a term for each theory: job(Directory, Backgrounds, Theory, Positives,
Negatives, Verdict), all atoms but the list Backgrounds. Each is judged in a process of its own, forked from this
one (no thread is started, for which the end would wait), into whose module `user` the backgrounds and then the theory are loaded, as when a
user types `swipl background theory`. What is found is written to Verdict, a line each:

    message background|theory Text
    examples Positives Negatives        (how many there are)
    holds Positives Negatives           (each example as t, f or e for an error)
    clause Positives Negatives          (the same for one clause by itself)
    errors Example Text
    size Clauses Literals
    late Text                           (a negated literal before what binds it)
    listed N                            (examples that enumerations list)
    done
*/

inferences(3_000_000).                  % for one example

main :-
    read(Job),
    (   Job == end_of_file
    ->  true
    ;   fork(Child),
        (   Child == child
        ->  judge(Job),
            halt
        ;   wait(Child, _),
            main
        )
    ).

judge(job(Directory, Backgrounds, Theory, Positives, Negatives, Verdict)) :-
    working_directory(_, Directory),
    open(Verdict, write, Out, [encoding(utf8), buffer(line)]),
    nb_setval(out, Out),
    catch(( run(Backgrounds, Theory, Positives, Negatives)
          ->  true
          ;   tell("message theory the judge failed~n", [])
          ),
          Error,
          told(message, theory, Error)),
    tell("done~n", []),
    close(Out).

tell(Format, Args) :-
    nb_getval(out, Out),
    format(Out, Format, Args).

told(Tag, Phase, Error) :-
    message_to_codes_(Error, Text),
    tell("~w ~q ~w~n", [Tag, Phase, Text]).

message_to_codes_(Error, Text) :-
    with_output_to(string(Text0),
                   print_term_safely(Error)),
    split_string(Text0, "\n", " ", Parts),
    atomic_list_concat(Parts, ' ', Text).

print_term_safely(Error) :-
    write_term(Error, [quoted(true), max_depth(12)]).

run(Backgrounds, Theory, PositivesFile, NegativesFile) :-
    forall(member(Background, Backgrounds), load(background, Background)),
    read_atoms(PositivesFile, Positives),
    read_atoms(NegativesFile, Negatives),
    load(theory, Theory),
    length(Positives, P),
    length(Negatives, N),
    tell("examples ~d ~d~n", [P, N]),
    verdicts(Positives, holds, PosVerdict),
    verdicts(Negatives, holds, NegVerdict),
    tell("holds [~s] [~s]~n", [PosVerdict, NegVerdict]),
    read_clauses(Theory, Clauses),
    nb_setval(clauses, Clauses),
    forall(member(Clause, Clauses),
           ( verdicts(Positives, covers(Clause), PosCovers),
             verdicts(Negatives, covers(Clause), NegCovers),
             tell("clause [~s] [~s]~n", [PosCovers, NegCovers]) )),
    length(Clauses, Count),
    foldl(add_literals, Clauses, 0, Literals),
    tell("size ~d ~d~n", [Count, Literals]),
    ( Positives = [Example|_] -> functor(Example, Name, _) ; Name = none ),
    foldl(add_listed(Name), Clauses, 0, Listed),
    tell("listed ~d~n", [Listed]),
    forall(( member(Clause, Clauses), late(Clause, Goal) ),
           tell("late ~q~n", [Goal])).

                /*******************************
                *            LOADING           *
                *******************************/

:- dynamic phase/1.
:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

load(_, '') :- !.
load(Phase, File) :-
    retractall(phase(_)),
    assertz(phase(Phase)),
    asserta((user:message_hook(Term, Kind, _) :- judge:hear(Term, Kind)), Ref),
    call_cleanup(load_files(user:File, [silent(true), encoding(utf8)]), erase(Ref)).

hear(Term, Kind) :-
    memberchk(Kind, [error, warning]),
    phase(Phase),
    \+ expected(Phase, Term),
    told(message, Phase, Term).

expected(theory, redefined_procedure(static, _)).
expected(theory, redefined_procedure(_, _)).

read_atoms(File, Atoms) :-
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                       read_terms(In, [], Terms),
                       close(In)),
    distinct_terms(Terms, [], Atoms).

%   The flag double_quotes that the background has set holds for all that is loaded
%   after it; in a file of examples it can be set too.

read_terms(In, Quotes, Terms) :-
    read_term(In, Term, [module(user)|Quotes]),
    (   Term == end_of_file
    ->  Terms = []
    ;   Term = (:- set_prolog_flag(double_quotes, Flag))
    ->  read_terms(In, [double_quotes(Flag)], Terms)
    ;   Term = (:- _)
    ->  read_terms(In, Quotes, Terms)
    ;   Terms = [Term|Terms1],
        read_terms(In, Quotes, Terms1)
    ).

distinct_terms([], _, []).
distinct_terms([Term|Terms], Seen, Atoms) :-
    (   member(Known, Seen),
        Known == Term
    ->  Atoms = Atoms1
    ;   Atoms = [Term|Atoms1]
    ),
    distinct_terms(Terms, [Term|Seen], Atoms1).

read_clauses(File, Clauses) :-
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                       read_terms(In, [], Terms),
                       close(In)),
    maplist(head_body, Terms, Clauses).

head_body((Head :- Body), Head-Body) :- !.
head_body(Head, Head-true).

                /*******************************
                *            ASKING            *
                *******************************/

verdicts(Atoms, How, Verdict) :-
    maplist(verdict(How), Atoms, Verdict).

verdict(How, Atom, Code) :-
    goal(How, Atom, Goal),
    inferences(Limit),
    (   catch(call_with_inference_limit(user:Goal, Limit, Result), Error, true)
    ->  (   nonvar(Error)
        ->  Code = 0'e,
            told(errors, Atom, Error)
        ;   Result == inference_limit_exceeded
        ->  Code = 0'e,
            told(errors, Atom, inferences)
        ;   Code = 0't
        )
    ;   Code = 0'f
    ).

goal(holds, Atom, once(Atom)).
goal(covers(Head-Body), Atom, Goal) :-
    (   copy_term(Head-Body, Head1-Goal0),
        Head1 =.. [_|Args],
        Atom =.. [_|Args]
    ->  functor(Head, Name, _),
        Goal = ( judge:reached(Name, Atom), once(Goal0) )
    ;   Goal = fail
    ).

%   reached(+Name, +Atom): clauses of Name are asked about Atom. Those of an exception
%   are where the body of a default that has it holds, the exceptions left aside; what
%   is called in any other way is asked about everything.

reached(Name, Atom) :-
    functor(Atom, Name, _),
    !.
reached(Name, _) :-
    nb_getval(clauses, Clauses),
    member(Head-Body, Clauses),
    conjuncts(Body, Goals),
    member(Goal, Goals),
    \+ exception(Head, Goal, Clauses, _),
    ( Goal = (\+ Called) -> true ; Called = Goal ),
    callable(Called),
    functor(Called, Name, _),
    !.
reached(Name, Atom) :-
    nb_getval(clauses, Clauses),
    member(Head-Body, Clauses),
    conjuncts(Body, Goals),
    once(( member(Goal, Goals), exception(Head, Goal, Clauses, Name) )),
    functor(Head, Default, _),
    reached(Default, Atom),
    exclude(is_exception(Head, Clauses), Goals, Rest),
    foldl(conjunction, Rest, true, Left),
    copy_term(Head-Left, Head1-Asked),
    Head1 =.. [_|Args],
    Atom =.. [_|Args],
    \+ \+ user:Asked,
    !.

conjunction(Goal, Left, (Left, Goal)).

is_exception(Head, Clauses, Goal) :-
    exception(Head, Goal, Clauses, _).

%   exception(+Head, +Goal, +Clauses, -Name): Goal says that Name, which Clauses define,
%   does not hold of the arguments of Head.

exception(Head, \+ Goal, Clauses, Name) :-
    callable(Goal),
    Head =.. [_|Args],
    Goal =.. [Name|Asked],
    Asked == Args,
    functor(Goal, Name, Arity),
    once(( member(Own-_, Clauses), functor(Own, Name, Arity) )).

                /*******************************
                *         THE CLAUSES          *
                *******************************/

conjuncts(true, []) :- !.
conjuncts((A, B), Goals) :- !,
    conjuncts(A, As),
    conjuncts(B, Bs),
    append(As, Bs, Goals).
conjuncts(Goal, [Goal]).

%   A bound on a number belongs to the literal that has the number. Those on a variable
%   of the head itself are one literal.

add_literals(Head-Body, N0, N) :-
    conjuncts(Body, Goals),
    partition(bound, Goals, Bounds, Literals),
    length(Literals, Count),
    term_variables(Head, Variables),
    include(bounded(Bounds), Variables, Own),
    length(Own, OwnCount),
    N is N0 + Count + OwnCount.

bounded(Bounds, Variable) :-
    member(Bound, Bounds),
    arg(1, Bound, Number),
    Number == Variable,
    !.

bound(A =< B) :- var(A), number(B).
bound(A > B) :- var(A), number(B).

add_listed(Name, Head-Body, N0, N) :-
    (   functor(Head, Predicate, _),
        ( Predicate == Name ; atom_concat(Name, '_rule', Predicate) ),  % of a class
        conjuncts(Body, [Goal]),
        ( Goal = member(_, List) ; Goal = lists:member(_, List) ),
        is_list(List)
    ->  length(List, Count),
        N is N0 + Count
    ;   N = N0
    ).

late(_-Body, Goal) :-
    conjuncts(Body, Goals),
    append(Before, [Goal|After], Goals),
    nonvar(Goal),
    Goal = (\+ Negated),
    term_variables(Negated, Variables),
    exclude(negated, Before, Binding),
    exclude(negated, After, Later),
    term_variables(Binding, Bound),
    term_variables(Later, Free),
    member(Variable, Variables),
    \+ ( member(B, Bound), B == Variable ),
    member(F, Free),
    F == Variable.

negated(Goal) :- nonvar(Goal), Goal = (\+ _).
