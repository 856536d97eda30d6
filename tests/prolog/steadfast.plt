:- module(steadfast_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/problem/fold_index').
:- use_module('../../prolog/problem/fold_objects').
:- use_module('../../prolog/answering/fold_relations').
:- use_module('../../prolog/analysis/fold_steadfast').
:- use_module('../../prolog/terms/fold_text', [pack/2, unpack/2]).
:- use_module('../../prolog/vetting/fold_vet', [vet/2]).

/** <module> What depends on the arguments that are bound, and calls with all of them */

:- begin_tests(steadfast).

reply(Background, Inputs, Reply) :-
    with_problem(["bk"-Background], Problem,
                 steadfast(Problem, "q", 2, Inputs, [Reply])).

test(facts, Reply == "true") :-
    reply("q(a, b). q(a, c).", "", Reply).
test(facts_with_variables, Reply == "true") :-
    reply("q(_, b). q(a, _).", "1", Reply).
test(cut, Reply == "false") :-
    reply("q(X, a) :- p(X), !. q(_, b). p(a).", "1", Reply).
test(cut_on_inputs, Reply == "true") :-
    reply("q(X, a) :- p(X), !. q(_, b). p(a).", "1 2", Reply).
test(mutual_recursion, Reply == "true") :-
    reply("q(X, Y) :- p(X, Y). p(X, Y) :- e(X, Z), q(Z, Y). p(X, Y) :- e(X, Y). e(a, b).",
          "1", Reply).
test(fault_in_recursion, Reply == "false") :-
    reply("q(X, Y) :- p(X, Y). p(X, Y) :- e(X, Z), q(Z, Y). p(X, Y) :- e(X, Y), !. e(a, b).",
          "1", Reply).

:- end_tests(steadfast).

:- begin_tests(calls_of_relations).

calls(Background, Inputs, Rows, [Objects, Errors]) :-
    with_problem(["bk"-Background, "pos"-"p(a, b)."], Problem,
                 ( vet(Problem, _),
                   index_examples(Problem, _),
                   example_objects(Problem, _),
                   pack(Rows, PackedRows),
                   relation_calls(Problem, "q", 2, Inputs, PackedRows, 100000,
                                  [PackedObjects, PackedErrors]) )),
    unpack(PackedObjects, Objects),
    unpack(PackedErrors, Errors).

test(solutions, Reply == [[0, 1], []]) :-
    calls("q(X, Y) :- r(X, Y). r(a, b).", "1 2", [0, 1, 1, 0], Reply).
test(errors, Reply == [[0, 0], [1]]) :-
    calls("q(a, a). q(X, b) :- Y is X + 1, Y > 0.", "1 2", [0, 0, 0, 1], Reply).
test(not_bound, Reply == [[], [0]]) :-
    calls("q(X, _) :- r(X). r(a).", "1", [0], Reply).
test(limit, throws(fold_error(limit, _, _, _))) :-
    calls("q(X, Y) :- loop(X, Y). loop(X, Y) :- loop(s(X), Y).", "1 2", [0, 1], _).

:- end_tests(calls_of_relations).
