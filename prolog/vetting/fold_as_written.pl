:- module(fold_as_written,
          [ order_dependent/3,          % +Problem, +Recursive, -Dependent
            leads_to/3,                 % +Problem, +Recursive, -Leads
            run_as_written/3,           % +Problem, +Predicate, +Called
            runs_as_written/0,
            call_deeper/1,              % :Goal
            asked_as_written/3,         % +Problem, +Atom, :Goal
            as_written_body/4           % +Problem, +Head, +Body, -Goal
          ]).
:- use_module(library(assoc),
              [empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- use_module('../analysis/fold_calls', [body_call/3, meta_call_in/3]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [spaced/2]).

/** <module> Rules that depend on the order or number of answers

A table has each answer once, in an order of its own. Where a rule counts or lists the
answers of a predicate that calls itself, or takes the first of them, it gets others from
swipl, which has no table for a predicate unless the file says so. So all that such a rule
leads to runs without tables. That need not end; it is an error if it takes too long.
*/

:- meta_predicate
    asked_as_written(+, +, 0),
    call_deeper(0),
    as_written(+, +, +, 0),
    in_scope(0).

:- dynamic untabled/3.                    % Problem, Name/Arity, Called

%   max_inferences(-Count): steps of a rule that runs without tables.
%   max_depth(-Count): calls of predicates that call themselves, each inside the one before,
%   in such a rule. Each answer of the last goes through all of them.

max_inferences(5 000 000).
max_depth(10 000).

%!  order_dependent(+Problem, +Recursive:list, -Dependent:list) is det.
%
%   Recursive are predicates, as Name/Arity, that would be tabled here and not in swipl.
%   Dependent has P-Q for each predicate P that lists, counts or chooses among answers to
%   which Q, one of Recursive, contributes.

order_dependent(_, [], []) :- !.
order_dependent(Problem, Recursive, Dependent) :-
    leads_to(Problem, Recursive, Leads),
    findall(P-Q,
            ( rule_at(Problem, Ref, _, _),
              clause(Problem:Head, Body, Ref),
              chooses(Body, Problem, Head, Part),
              body_call(Part, Problem, Goal),
              functor(Goal, Called, CalledArity),
              get_assoc(Called/CalledArity, Leads, Q),
              functor(Head, Name, Arity),
              P = Name/Arity
            ),
            Pairs0),
    sort(1, @<, Pairs0, Dependent).

%!  leads_to(+Problem, +Recursive, -Leads) is det.
%
%   Leads maps each predicate that calls one of Recursive, directly or through others, to
%   one of those that it calls, and each of Recursive to itself.

leads_to(Problem, Recursive, Leads) :-
    findall(Callee-Caller,
            ( rule_at(Problem, Ref, _, _),
              clause(Problem:Head, Body, Ref),
              body_call(Body, Problem, Goal),
              functor(Goal, N2, A2),
              defined(Problem, N2, A2),
              functor(Head, N1, A1),
              Callee = N2/A2,
              Caller = N1/A1
            ),
            Edges0),
    sort(Edges0, Edges),
    group_pairs_by_key(Edges, Groups),
    list_to_assoc(Groups, Callers),
    empty_assoc(Empty),
    findall(P-P, member(P, Recursive), Queue),
    spread(Queue, Callers, Empty, Leads).

spread([], _, Leads, Leads).
spread([P-Q|Queue], Callers, Leads0, Leads) :-
    (   get_assoc(P, Leads0, _)
    ->  spread(Queue, Callers, Leads0, Leads)
    ;   put_assoc(P, Leads0, Q, Leads1),
        ( get_assoc(P, Callers, Found) -> true ; Found = [] ),
        findall(Caller-Q, member(Caller, Found), More),
        append(More, Queue, Queue1),
        spread(Queue1, Callers, Leads1, Leads)
    ).

%   chooses(+Body, +Problem, +Head, -Part) is nondet.
%
%   Order or number of the answers of Part, a part of Body, may matter.

chooses(Body, Problem, Head, Part) :-
    (   before_cut(Body, Part),
        gives(Part, Head-Body)
    ;   chosen(Body, Problem, Head-Body, Part)
    ).

before_cut(Body, _) :- var(Body), !, fail.
before_cut((A, B), Before) :-
    !,
    (   before_cut(B, Before1)
    ->  Before = (A, Before1)
    ;   before_cut(A, Before)
    ).
before_cut((A ; B), Before) :- !, ( before_cut(A, Before) ; before_cut(B, Before) ).
before_cut((A -> B), (A, Before)) :- !, before_cut(B, Before).
before_cut((A *-> B), (A, Before)) :- !, before_cut(B, Before).
before_cut(!, true).

chosen(Body, _, _, _) :- \+ callable(Body), !, fail.
chosen((A, B), Problem, All, Part) :-
    !,
    ( chosen(A, Problem, All, Part) ; chosen(B, Problem, All, Part) ).
chosen((A ; B), Problem, All, Part) :-
    !,
    ( chosen(A, Problem, All, Part) ; chosen(B, Problem, All, Part) ).
chosen((A -> B), Problem, All, Part) :-
    !,
    ( gives(A, All), Part = A ; chosen(B, Problem, All, Part) ).
chosen((A *-> B), Problem, All, Part) :-
    !,
    ( chosen(A, Problem, All, Part) ; chosen(B, Problem, All, Part) ).
chosen(\+ A, Problem, All, Part) :-
    !,
    chosen(A, Problem, All, Part).
chosen(_^A, Problem, All, Part) :-
    !,
    chosen(A, Problem, All, Part).
chosen(Goal, Problem, All, Part) :-
    meta_call_in(Problem, Goal, Closures),
    (   choosing(Goal, All)
    ->  Part = Goal
    ;   member(Closure-0, Closures),
        chosen(Closure, Problem, All, Part)
    ).

%   choosing(+Goal, +All): the meta-call Goal, in the clause All, keeps the order or
%   number of answers, or the first of them.

choosing(findall(_, _, _), _).
choosing(findall(_, _, _, _), _).
choosing(bagof(_, _, _), _).
choosing(limit(_, _), _).
choosing(aggregate_all(Spec, _, _), _) :- \+ same_in_any_order(Spec).
choosing(aggregate_all(Spec, _, _, _), _) :- \+ same_in_any_order(Spec).
choosing(once(Goal), All) :- gives(Goal, All).
choosing(ignore(Goal), All) :- gives(Goal, All).
choosing(include(_, _, _), _).
choosing(exclude(_, _, _), _).
choosing(partition(_, _, _, _), _).
choosing(partition(_, _, _, _, _, _), _).
choosing(convlist(_, _, _), _).
choosing(predsort(_, _, _), _).

same_in_any_order(Spec) :-
    nonvar(Spec),
    memberchk(Spec, [max(_), min(_), set(_)]).

%   gives(+Part, +All): a variable of Part occurs elsewhere in the clause All, so which
%   answer comes first may matter.

gives(Part, All) :-
    term_variables(Part, Variables),
    member(Variable, Variables),
    occurrences(Part, Variable, Inside),
    occurrences(All, Variable, Everywhere),
    Everywhere > Inside,
    !.

occurrences(Term, Variable, Count) :-
    (   var(Term)
    ->  ( Term == Variable -> Count = 1 ; Count = 0 )
    ;   compound(Term)
    ->  compound_name_arguments(Term, _, Arguments),
        occurrences_in(Arguments, Variable, 0, Count)
    ;   Count = 0
    ).

occurrences_in([], _, Count, Count).
occurrences_in([Term|Terms], Variable, Count0, Count) :-
    occurrences(Term, Variable, Count1),
    Count2 is Count0 + Count1,
    occurrences_in(Terms, Variable, Count2, Count).

                /*******************************
                *            RUNNING           *
                *******************************/

%!  run_as_written(+Problem, +Predicate, +Called) is det.
%
%   From now on Predicate, Name/Arity, runs without tables, and so does all that it calls.
%   Called is one of what it calls, Name/Arity, that calls itself.

run_as_written(Problem, Name/Arity, Called) :-
    functor(Head, Name, Arity),
    assertz(untabled(Problem, Name/Arity, Called)),
    wrap_predicate(Problem:Head, table, Wrapped,        % the name: see fold_shadow
                   fold_as_written:as_written(Problem, Head, Called, Wrapped)).

fold_problem:forget(Problem) :-
    retractall(untabled(Problem, _, _)).

%!  asked_as_written(+Problem, +Atom, :Goal) is nondet.
%
%   Call Goal, which asks a part of a rule for Atom, as a call of Atom itself runs it.

asked_as_written(Problem, Atom, Goal) :-
    as_written_body(Problem, Atom, Goal, Asked),
    call(Asked).

%!  as_written_body(+Problem, +Head, +Body, -Goal) is det.
%
%   Goal runs Body, a part of a rule for Head, as a call of Head runs it.

as_written_body(Problem, Head, Body, Goal) :-
    functor(Head, Name, Arity),
    (   untabled(Problem, Name/Arity, Called)
    ->  Goal = fold_as_written:as_written(Problem, Head, Called, Problem:Body)
    ;   Goal = Body
    ).

%!  runs_as_written is semidet.
%
%   What calls this runs without tables.

runs_as_written :-
    nb_current(fold_as_written, Depth),
    integer(Depth).

%!  call_deeper(:Goal) is nondet.
%
%   Call Goal, the clauses of a predicate that calls itself, without tables.

call_deeper(Goal) :-
    nb_getval(fold_as_written, Depth0),
    Depth is Depth0 + 1,
    max_depth(Most),
    ( Depth > Most -> throw(fold_too_deep) ; true ),
    b_setval(fold_as_written, Depth),
    call(Goal),
    b_setval(fold_as_written, Depth0).

as_written(_, _, _, Wrapped) :-
    runs_as_written,
    !,
    call_deeper(Wrapped).
as_written(Problem, Head, Called, Wrapped) :-
    max_inferences(Most),
    catch(call_with_inference_limit(in_scope(Wrapped), Most, Result),
          fold_too_deep,
          Result = inference_limit_exceeded),
    (   Result == inference_limit_exceeded
    ->  functor(Head, Name, Arity),
        functor(Any, Name, Arity),
        once(( clause(Problem:Any, _, Ref), rule_at(Problem, Ref, File, Line) )),
        spaced(Name/Arity, Text),
        spaced(Called, CalledText),
        max_depth(Depth),
        format(string(Reason),
               "~s calls itself, and its answers as swipl gives them took more than ~D \c
                inferences, or ~D calls inside each other; where ':- table ~s.' is \c
                added, each comes once",
               [CalledText, Most, Depth, CalledText]),
        throw(fold_error(runtime, File, Line, [Text, Reason]))
    ;   true
    ).

in_scope(Goal) :-
    b_setval(fold_as_written, 0),
    call(Goal),
    b_setval(fold_as_written, none).
