:- module(fold_shadow,
          [ shadow_all/4,               % +Problem, +Predicates, +How, -Shadows
            renamed_goal/4,             % +Problem, +Suffix, +Goal, -Renamed
            copy_clauses/4              % +Problem, +Head, +Copy, :Rewrite
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- use_module('../analysis/fold_calls', [signed_call/4]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [spaced/2]).
:- use_module(fold_as_written, [call_deeper/1, runs_as_written/0]).

/** <module> Shadows: tabled copies of predicates that call themselves

A shadow, named with `$wfs`, has the clauses of its predicate, and is to be tabled. Calls
of the predicate are wrapped to ask the shadow, but for those of rules that run without
tables; see `fold_as_written`. The clauses as they are written stay, for those and to be
explained.

Predicates that depend on their own negation have the well-founded semantics: their shadows
have not_exists/1 in the place of negation, and are asked through true_answer/2, which
throws at an undefined answer.

SWI-Prolog 9.0 crashes where a predicate is wrapped again after it was unwrapped, or has
wrappers of two names when it is abolished. So nothing is unwrapped or untabled, and the
one name is that of tabling, `table`.
*/

:- meta_predicate
    answer(+, +, +, 0),
    copy_clauses(+, +, +, 2).

%!  shadow_all(+Problem, +Predicates:ordset, +How, -Shadows:list) is det.
%
%   Make a shadow of each of Predicates, Name/Arity, that calls those of the others. How is
%   `true_answer` where they depend on their own negation, else `call`. Shadows, Name/Arity,
%   are to be tabled.

:- det(shadow_all/4).
shadow_all(Problem, Predicates, How, Shadows) :-
    findall(P-true, member(P, Predicates), Pairs),
    list_to_assoc(Pairs, Members),
    maplist(shadow(Problem, Members, How), Predicates, Shadows).

%   shadow(+Problem, +Members, +How, +P, -ShadowIndicator)
%
%   Make the shadow of P; the keys of Members are all predicates whose shadows it calls.

shadow(Problem, Members, How, Name/Arity, ShadowName/Arity) :-
    functor(Head, Name, Arity),
    shadow_goal(Problem, Head, Shadow),
    functor(Shadow, ShadowName, _),
    copy_clauses(Problem, Head, Shadow, well_founded_(Problem, Members)),
    wrap_predicate(Problem:Head, table, Wrapped,
                   fold_shadow:answer(How, Problem, Shadow, Wrapped)).

%   shadow_goal(+Problem, +Goal, -Shadow): Goal, called by its shadow's name, which no
%   file of Problem defines.

shadow_goal(Problem, Goal, Shadow) :-
    renamed_goal(Problem, '$wfs', Goal, Shadow).

%!  copy_clauses(+Problem, +Head, +Copy, :Rewrite) is det.
%
%   Make the predicate of Copy in Problem, with the clauses of that of Head. Copy is Head
%   by another name; call(Rewrite, Body, BodyOfCopy) gives the bodies.

copy_clauses(Problem, Head, Copy, Rewrite) :-
    functor(Copy, Name, Arity),
    dynamic(Problem:Name/Arity),
    retractall(Problem:Copy),           % of an earlier theory
    forall(clause(Problem:Head, Body0),
           ( call(Rewrite, Body0, Body),
             assertz(Problem:(Copy :- Body)) )).

%!  renamed_goal(+Problem, +Suffix, +Goal, -Renamed) is det.
%
%   Renamed is Goal by its name with Suffix, and with as many `$` more as it takes to be
%   of no predicate of Problem's files.

renamed_goal(Problem, Suffix, Goal, Renamed) :-
    Goal =.. [Name|Args],
    functor(Goal, Name, Arity),
    atom_concat(Name, Suffix, Name0),
    free_name(Problem, Name0, Arity, FreeName),
    Renamed =.. [FreeName|Args].

free_name(Problem, Name, Arity, Name) :-
    \+ defined(Problem, Name, Arity),
    !.
free_name(Problem, Name0, Arity, Name) :-
    atom_concat(Name0, '$', Name1),
    free_name(Problem, Name1, Arity, Name).

unshadowed(Problem, Shadow, Goal) :-
    Shadow =.. [ShadowName|Args],
    atom_concat(Name, _, ShadowName),
    Goal =.. [Name|Args],
    shadow_goal(Problem, Goal, Shadow),
    !.

%   well_founded(+Body0, +Problem, +Members, -Body)
%
%   Body is Body0 with calls of Members replaced by calls of their shadows.

well_founded(Body, _, _, Body) :-
    var(Body),
    !.
well_founded(Body0, Problem, Members, not_exists(Body)) :-
    negation(Body0, Goal),
    calls_any(Goal, Problem, Members),
    !,
    well_founded(Goal, Problem, Members, Body).
well_founded(forall(A, B), Problem, Members, Body) :-
    calls_any((A, B), Problem, Members),
    !,
    well_founded(\+ (A, \+ B), Problem, Members, Body).
well_founded(Body0, Problem, Members, Body) :-
    connective(Body0),
    !,
    Body0 =.. [Name|Args0],
    maplist(well_founded_(Problem, Members), Args0, Args),
    Body =.. [Name|Args].
well_founded(Goal, Problem, Members, Shadow) :-
    functor(Goal, Name, Arity),
    get_assoc(Name/Arity, Members, true),
    calls_any(Goal, Problem, Members),
    !,
    shadow_goal(Problem, Goal, Shadow).
well_founded(Goal, _, _, Goal).

well_founded_(Problem, Members, Body0, Body) :-
    well_founded(Body0, Problem, Members, Body).

negation(\+ Goal, Goal).
negation(not(Goal), Goal).
negation(tnot(Goal), Goal).

connective((_, _)).
connective((_ ; _)).
connective((_ -> _)).
connective((_ *-> _)).
connective(call(_)).
connective(once(_)).

calls_any(Body, Problem, Members) :-
    signed_call(Body, Problem, _, Goal),
    functor(Goal, Name, Arity),
    get_assoc(Name/Arity, Members, true),
    !.

                /*******************************
                *           ASKING             *
                *******************************/

%   answer(+How, +Problem, +Shadow, :Wrapped) is nondet.
%
%   Wrapped has the clauses as they are written.

answer(_, _, _, Wrapped) :-
    runs_as_written,
    !,
    call_deeper(Wrapped).
answer(call, Problem, Shadow, _) :-
    call(Problem:Shadow).
answer(true_answer, Problem, Shadow, _) :-
    true_answer(Problem, Shadow).

%   true_answer(+Problem, +Shadow) is nondet.
%
%   As Problem:Shadow, for answers that are true.
%
%   @throws fold_error(undefined_atom, File, Line, [Atom, Places]) for an answer
%           that is neither true nor false

true_answer(Problem, Shadow) :-
    call_delays(Problem:Shadow, Delays),
    (   Delays == true
    ->  true
    ;   undefined(Problem, Shadow)
    ).

undefined(Problem, Shadow) :-
    call_residual_program(Problem:Shadow, Program),
    findall(Atom,
            ( member((Problem:Atom0 :- _), [(Problem:Shadow :- true)|Program]),
              unshadowed(Problem, Atom0, Atom)
            ),
            Atoms),
    Atoms = [Atom|_],
    spaced(Atom, Text),
    findall(File:Line, ( member(A, Atoms), place(Problem, A, File, Line) ), Places0),
    sort(Places0, Places),
    Places = [File:Line|_],
    maplist(place_text, Places, Texts),
    atomic_list_concat(Texts, ', ', Where),
    throw(fold_error(undefined_atom, File, Line, [Text, Where])).

place(Problem, Atom, File, Line) :-
    functor(Atom, Name, Arity),
    functor(Head, Name, Arity),
    clause(Problem:Head, _, Ref),
    rule_at(Problem, Ref, File, Line).

place_text(File:Line, Text) :-
    format(atom(Text), "~w:~w", [File, Line]).
