:- module(aleph_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/loading/fold_aleph', [leave_out_uncallable/2]).
:- use_module('../../prolog/problem/fold_problem', [defined/3]).
:- use_module('../../prolog/loading/fold_declarations', [declaration/5]).
:- use_module('../../prolog/problem/fold_examples', [example_at/5]).

:- begin_tests(aleph).

test(sections, Examples == [pos-fly(a), neg-fly(b)]) :-
    with_problem(["aleph"-":- begin_bg.\nbird(a).\n:- end_bg.\n\c
                           :- begin_in_pos.\nfly(a).\n:- end_in_pos.\n\c
                           :- begin_in_neg.\nfly(b).\n:- end_in_neg.\n"], Problem,
                 findall(P-A, example_at(Problem, P, A, _, _), Examples)).
test(missing_marks, Examples == [pos-fly(a), neg-fly(b)]) :-
    with_problem(["aleph"-"bird(a).\n:- end_bg.\n:- begin_in_pos.\nfly(a).\n\c
                           :- begin_in_neg.\nfly(b).\n"], Problem,
                 findall(P-A, example_at(Problem, P, A, _, _), Examples)).
test(wrong_mark, Kind-Line == no_section-2) :-
    refused("aleph", ":- begin_in_pos.\n:- end_in_neg.\n", Kind, Line).
test(uncallable, Lines-Left == [1, 2, 4]-[p/1]) :-
    with_problem(["aleph"-"p(X) :- q(X).\nq(X) :- aleph_setting(noise, X).\n\c
                           p(a).\nr(X) :- \\+ setting(noise, X).\n"], Problem,
                 ( leave_out_uncallable(Problem, Reply),
                   findall(Line, ( member(Line, Reply), integer(Line) ), Lines0),
                   msort(Lines0, Lines),
                   findall(N/A, defined(Problem, N, A), Left) )).
test(declared, Terms == [ set(i, 2), skipped('prune/1'), skipped(':- go'),
                          skipped(':- commutative(p/2)') ]) :-
    with_problem(["aleph"-":- use_module(library(aleph)).\n:- aleph_set(i, 2).\n\c
                           prune(_).\n:- go.\n:- commutative(p/2).\n:- induce.\n"],
                 Problem,
                 findall(Term, declaration(Problem, Term, _, _, _), Terms)).

:- end_tests(aleph).
