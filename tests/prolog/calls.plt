:- module(calls_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/analysis/fold_calls').
:- use_module('../../prolog/problem/fold_problem', [define/4, free_problem/2, new_problem/2]).

:- begin_tests(calls).

test(body_call, all(Goal == [a, b, c])) :-
    body_call(( a, \+ b ; ( true -> c ; fail, ! ) ), none, Goal0),
    Goal0 \== fail,
    Goal = Goal0.
test(meta_calls_are_calls, Goals == [findall(X, p(X), Xs), p(X), length(Xs, 1)]) :-
    body_calls(( findall(X, p(X), Xs), length(Xs, 1) ), none, Goals).
test(closures_get_arguments, Goals =@= [maplist(p(a), [b]), p(a, _)]) :-
    body_calls(maplist(p(a), [b]), none, Goals).
test(unknown, [forall(member(Body, [_, m:p, call(_), p()])),
               true(memberchk('$unknown'(_), Goals))]) :-
    body_calls(Body, none, Goals).
test(signs, all(Sign-Goal == [pos-a, neg-b, neg-c, opaque-d])) :-
    signed_call(( a, \+ b, \+ \+ c, findall(x, \+ d, _) ), none, Sign, Goal).

test(own_predicates_are_no_meta_calls,
     [ setup(new_problem(calls, _)),
       cleanup(free_problem(calls, _)),
       true(Goals == [limit(3, a), maplist(p, [b]), p(b)]) ]) :-
    define(calls, limit(_, _), file, 1),
    body_calls(( limit(3, a), maplist(p, [b]) ), calls, Goals0),
    Goals0 = [A, B, _],
    Goals = [A, B, p(b)].

:- end_tests(calls).
