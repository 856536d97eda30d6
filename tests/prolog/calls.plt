:- module(calls_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/fold_calls').

:- begin_tests(calls).

test(body_call, all(Goal == [a, b, c])) :-
    body_call(( a, \+ b ; ( true -> c ; fail, ! ) ), Goal0),
    Goal0 \== fail,
    Goal = Goal0.
test(meta_calls_are_calls, Goals == [findall(X, p(X), Xs), p(X), length(Xs, 1)]) :-
    body_calls(( findall(X, p(X), Xs), length(Xs, 1) ), Goals).
test(closures_get_arguments, Goals =@= [maplist(p(a), [b]), p(a, _)]) :-
    body_calls(maplist(p(a), [b]), Goals).
test(unknown, [forall(member(Body, [_, m:p, call(_), p()])),
               true(memberchk('$unknown'(_), Goals))]) :-
    body_calls(Body, Goals).
test(signs, all(Sign-Goal == [pos-a, neg-b, neg-c, opaque-d])) :-
    signed_call(( a, \+ b, \+ \+ c, findall(x, \+ d, _) ), Sign, Goal).

:- end_tests(calls).
