:- module(sandbox_tests, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- use_module(library(sandbox), [safe_goal/1]).
:- use_module('../../prolog/fold_vet', []).

/*  A second opinion on what rules may call: that of SWI-Prolog's own sandbox. */

:- begin_tests(sandbox).

permitted(Goal) :-
    (   fold_vet:safe_builtin(Name, Arities),
        member(Arity, Arities)
    ;   fold_vet:library(_, Indicators),
        member(Name/Arity, Indicators)
    ),
    functor(Goal, Name, Arity).

test(agrees, [forall(( permitted(Goal), \+ fold_vet:meta(Goal, _) ))]) :-
    safe_goal(user:Goal).
test(knows_every_meta_call, [forall(permitted(Goal))]) :-
    (   fold_vet:meta(Goal, _)
    ->  true
    ;   \+ predicate_property(user:Goal, meta_predicate(_))
    ->  true
    ;   predicate_property(user:Goal, meta_predicate(Head)),
        \+ ( arg(_, Head, Spec), ( integer(Spec) ; memberchk(Spec, [^, //]) ) )
    ).
test(refuses, [forall(member(Goal, [ shell(_), open(_, _, _), assertz(_), halt,
                                     thread_create(_), consult(_), format(_, _) ]))]) :-
    \+ permitted(Goal).

:- end_tests(sandbox).
