:- module(aleph_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/fold_declarations', [declaration/5]).
:- use_module('../../prolog/fold_examples', [example_at/5]).

:- begin_tests(aleph).

test(sections, Examples == [pos-fly(a), neg-fly(b)]) :-
    with_problem(["aleph"-":- begin_bg.\nbird(a).\n:- end_bg.\n\c
                           :- begin_in_pos.\nfly(a).\n:- end_in_pos.\n\c
                           :- begin_in_neg.\nfly(b).\n:- end_in_neg.\n"], Problem,
                 ( atom_string(Module, Problem),
                   findall(P-A, example_at(Module, P, A, _, _), Examples) )).
test(open_section, Kind-Line == section-2) :-
    refused("aleph", "a.\n:- begin_bg.\n", Kind, Line).
test(no_section, Kind-Line == no_section-1) :-
    refused("aleph", ":- end_bg.\n", Kind, Line).
test(declared, Terms == [ set(i, 2), skipped('prune/1'), skipped(':- go'),
                          skipped(':- commutative(p/2)') ]) :-
    with_problem(["aleph"-":- use_module(library(aleph)).\n:- aleph_set(i, 2).\n\c
                           prune(_).\n:- go.\n:- commutative(p/2).\n:- induce.\n"],
                 Problem,
                 ( atom_string(Module, Problem),
                   findall(Term, declaration(Module, Term, _, _, _), Terms) )).

:- end_tests(aleph).
