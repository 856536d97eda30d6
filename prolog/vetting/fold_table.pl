:- module(fold_table,
          [ table_recursion/2,          % +Problem, -Reply
            tabled_predicates/2,        % +Problem, -Reply
            tabled/2,                   % ?Problem, ?Indicator
            true_answer/2               % +Problem, +Shadow
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [gen_assoc/3, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(ordsets), [ord_subtract/3]).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- use_module('../analysis/fold_calls', [signed_call/4]).
:- use_module('../analysis/fold_components', [components/2]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [quoted/2, spaced/2]).

/** <module> Background knowledge that recurses

Predicates that call themselves, directly or through others, are tabled, so that
left recursion and cycles terminate. Two kinds of recursion are not tabled: that into a
part of an argument, as over a list, which terminates by itself, and that through
findall/3 and the like, which tabling would break.

Predicates that depend on their own negation have the well-founded semantics. Each gets
a shadow, named with `$wfs`, that is tabled and has not_exists/1 in the place of
negation. Calls of the predicate are wrapped to ask its shadow through true_answer/2,
which throws at an undefined answer. The clauses as they are written stay, to be
explained. SWI-Prolog 9.0 crashes where a predicate is wrapped again after it was
unwrapped, or has wrappers of two names when it is abolished. So nothing is unwrapped or
untabled, and the one name is that of tabling, `table`.
*/

%!  tabled(?Problem, ?Indicator) is nondet.
%
%   The predicate Indicator, name and arity, is tabled here.

:- dynamic tabled/2.

%!  table_recursion(+Problem, -Reply) is det.
%
%   Table what recurses in the rules of Problem. Reply is empty.

:- det(table_recursion/2).
table_recursion(Problem, []) :-
    findall(Edge, edge(Problem, Edge), Edges0),
    sort(Edges0, Edges),
    cycles(Edges, Cycles),
    findall(P, negates_itself(Edges, Cycles, P), Negating0),
    sort(Negating0, Negating),
    findall(P-true, member(P, Negating), Pairs),
    list_to_assoc(Pairs, Members),
    forall(member(P, Negating), shadow(Problem, P, Members)),
    findall(P, recursive(Problem, Edges, Cycles, P), Recursive0),
    sort(Recursive0, Recursive),
    ord_subtract(Recursive, Negating, Tabled),
    forall(member(P, Tabled), table_predicate(Problem, P)).

%   table_predicate(+Problem, +Indicator)
%
%   What a trusted file tables stays as that says it: it may keep the least answer only.

table_predicate(Problem, Name/Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(Problem:Head, tabled)
    ->  true
    ;   table(Problem:Name/Arity),
        assertz(tabled(Problem, Name/Arity))
    ).

%!  tabled_predicates(+Problem, -Reply) is det.
%
%   The names of the predicates that are tabled, shadows among them.

tabled_predicates(Problem, Names) :-
    findall(Text, ( tabled(Problem, P/_), quoted(P, Text) ), Names).

fold_problem:forget(Problem) :-
    retractall(tabled(Problem, _)).

                /*******************************
                *        THE CALL GRAPH        *
                *******************************/

%   edge(+Problem, -Edge): Edge is e(Caller, Sign, Called), Sign is pos or neg.

edge(Problem, e(N1/A1, Sign, N2/A2)) :-
    rule_at(Problem, Ref, _, _),
    clause(Problem:Head, Body, Ref),
    functor(Head, N1, A1),
    signed_call(Body, Problem, Sign, Goal),
    Sign \== opaque,
    functor(Goal, N2, A2),
    defined(Problem, N2, A2).

%   cycles(+Edges, -Cycles): Cycles maps each predicate that calls itself, directly or
%   through others, to the number of its cycle.

cycles(Edges, Cycles) :-
    findall(P-Q, member(e(P, _, Q), Edges), Calls),
    components(Calls, Components),
    findall(P-Cycle,
            ( member(P-Q, Calls),
              get_assoc(P, Components, Cycle),
              get_assoc(Q, Components, Cycle)
            ),
            Pairs0),
    sort(Pairs0, Pairs),
    list_to_assoc(Pairs, Cycles).

%   recursive(+Problem, +Edges, +Cycles, -P): P is to be tabled.

recursive(Problem, Edges, Cycles, P) :-
    member(e(P, _, Q), Edges),
    get_assoc(P, Cycles, Cycle),
    get_assoc(Q, Cycles, Cycle),
    (   Q \== P
    ->  true
    ;   \+ descends(Problem, P)
    ).

%   negates_itself(+Edges, +Cycles, -P): P is in a cycle of calls with a negation.

negates_itself(Edges, Cycles, P) :-
    findall(Cycle-true,
            ( member(e(Q, neg, R), Edges),
              get_assoc(Q, Cycles, Cycle),
              get_assoc(R, Cycles, Cycle)
            ),
            Pairs0),
    sort(Pairs0, Pairs),
    list_to_assoc(Pairs, Negated),
    gen_assoc(P, Cycles, Cycle),
    get_assoc(Cycle, Negated, true).

%   descends(+Problem, +P): there is an argument of P that in each recursive call is a
%   part of what the head has there.

descends(Problem, Name/Arity) :-
    findall(Head-Body,
            ( functor(Head, Name, Arity),
              clause(Problem:Head, Body, Ref),
              rule_at(Problem, Ref, _, _)
            ),
            Rules),
    between(1, Arity, I),
    \+ ( member(Head-Body, Rules),
         functor(Call, Name, Arity),
         signed_call(Body, Problem, _, Call),
         \+ part_of(I, Call, Head) ),
    !.

part_of(I, Call, Head) :-
    arg(I, Call, Part),
    arg(I, Head, Whole),
    var(Part),
    compound(Whole),
    term_variables(Whole, Variables),
    member(Variable, Variables),
    Variable == Part,
    !.

                /*******************************
                *           NEGATION           *
                *******************************/

%   shadow(+Problem, +P, +Members)
%
%   Make the shadow of P; the keys of Members are all predicates that have one.

shadow(Problem, Name/Arity, Members) :-
    functor(Head, Name, Arity),
    shadow_goal(Problem, Head, Shadow),
    functor(Shadow, ShadowName, _),
    dynamic(Problem:ShadowName/Arity),
    forall(clause(Problem:Head, Body0),
           ( well_founded(Body0, Problem, Members, Body),
             assertz(Problem:(Shadow :- Body)) )),
    table_predicate(Problem, ShadowName/Arity),
    wrap_predicate(Problem:Head, table, _,
                   fold_table:true_answer(Problem, Shadow)).

%   shadow_goal(+Problem, +Goal, -Shadow): Goal, called by its shadow's name, which no
%   file of Problem defines.

shadow_goal(Problem, Goal, Shadow) :-
    Goal =.. [Name|Args],
    functor(Goal, Name, Arity),
    atom_concat(Name, '$wfs', Name0),
    free_name(Problem, Name0, Arity, ShadowName),
    Shadow =.. [ShadowName|Args].

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

%!  true_answer(+Problem, +Shadow) is nondet.
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
