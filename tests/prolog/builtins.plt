:- module(builtins_tests, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- use_module(library(sandbox), [safe_goal/1]).
:- user:use_module(library(clpfd)).
:- user:use_module(library(dcg/basics)).
:- use_module('../../prolog/vetting/fold_builtins').
:- use_module('../../prolog/analysis/fold_calls', [meta_call/2]).

/** <module> The built-ins that rules may call, compared with SWI-Prolog's own sandbox */

:- begin_tests(builtins).

permitted(Goal) :-
    (   safe_builtin(Name, Arities),
        member(Arity, Arities)
    ;   safe_library(_, Indicators),
        member(Name/Arity, Indicators)
    ),
    functor(Goal, Name, Arity).

test(agrees, [forall(( permitted(Goal), \+ meta_call(Goal, _) ))]) :-
    safe_goal(user:Goal).
test(knows_every_meta_call, [forall(permitted(Goal))]) :-
    (   meta_call(Goal, _)
    ->  true
    ;   \+ predicate_property(user:Goal, meta_predicate(_))
    ->  true
    ;   predicate_property(user:Goal, meta_predicate(Head)),
        \+ ( arg(_, Head, Spec), ( integer(Spec) ; memberchk(Spec, [^, //]) ) )
    ).
test(refuses, [forall(member(Goal, [ shell(_), open(_, _, _), assertz(_), halt,
                                     thread_create(_), consult(_), format(_, _) ]))]) :-
    \+ permitted(Goal),
    \+ safe(Goal).
test(call_of_any_arity, [forall(between(1, 8, Arity))]) :-
    functor(Goal, call, Arity),
    safe(Goal).

:- end_tests(builtins).
