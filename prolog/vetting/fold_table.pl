:- module(fold_table,
          [ table_recursion/2,          % +Problem, -Reply
            tabled_predicates/2,        % +Problem, -Reply
            tabled/2,                   % ?Problem, ?Indicator
            tabled_here_alone/2         % ?Problem, ?Indicator
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(assoc), [gen_assoc/3, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(library(ordsets), [ord_intersection/3, ord_subtract/3, ord_union/3]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module('../analysis/fold_calls', [signed_call/4]).
:- use_module('../analysis/fold_components', [components/2]).
:- use_module('../loading/fold_directives', [declared_tabled/3]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [quoted/2]).
:- use_module(fold_as_written, [order_dependent/3, run_as_written/3]).
:- use_module(fold_shadow, [shadow_all/4]).

/** <module> Background knowledge that recurses

Predicates that call themselves, directly or through others, are tabled, so that
left recursion and cycles terminate. Three kinds of recursion are not tabled: that into a
part of an argument, as over a list, which terminates by itself, that through
findall/3 and the like, which tabling would break, and that of which a rule that depends on
the order or number of answers is a part; see `fold_as_written`. What depends on its own
negation, and what such rules ask, is tabled by its shadow; see `fold_shadow`.
*/

%!  tabled(?Problem, ?Indicator) is nondet.
%
%   The predicate Indicator, name and arity, is tabled here.

:- dynamic tabled/2.

%!  tabled_here_alone(?Problem, ?Indicator) is nondet.
%
%   The predicate Indicator, name and arity, would be tabled here, and not in swipl.

:- dynamic tabled_here_alone/2.

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
    findall(P, recursive(Problem, Edges, Cycles, P), Recursive0),
    sort(Recursive0, Recursive),
    ord_union(Negating, Recursive, All),
    exclude(tabled_in_swipl(Problem), All, Untabled),
    forall(( member(P, Untabled), \+ tabled_here_alone(Problem, P) ),
           assertz(tabled_here_alone(Problem, P))),
    order_dependent(Problem, Untabled, Dependent0),
    exclude(keeps_table(Problem, Negating), Dependent0, Dependent),
    forall(member(P-Q, Dependent), run_as_written(Problem, P, Q)),
    pairs_keys(Dependent, Users),
    ord_subtract(Recursive, Negating, Positive0),
    ord_subtract(Positive0, Users, Positive),
    ( Users == [] -> Asked = [] ; ord_intersection(Positive, Untabled, Asked) ),
    shadow_all(Problem, Negating, true_answer, Shadows1),
    shadow_all(Problem, Asked, call, Shadows2),
    forall(member(P, Asked), assertz(tabled(Problem, P))),
    ord_subtract(Positive, Asked, Rest),
    append([Shadows1, Shadows2, Rest], Tabled),
    forall(member(P, Tabled), table_predicate(Problem, P)).

tabled_in_swipl(Problem, P) :-
    (   P = Name/Arity,
        declared_tabled(Problem, Name, Arity)
    ->  true
    ;   tabled_by_file(Problem, P)
    ).

keeps_table(Problem, Negating, P-_) :-
    ( memberchk(P, Negating) -> true ; tabled_by_file(Problem, P) ).

%   tabled_by_file(+Problem, +Indicator): as a file says that is trusted.

tabled_by_file(Problem, Name/Arity) :-
    functor(Head, Name, Arity),
    predicate_property(Problem:Head, tabled),
    \+ tabled(Problem, Name/Arity).

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
    retractall(tabled(Problem, _)),
    retractall(tabled_here_alone(Problem, _)).

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
