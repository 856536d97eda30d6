:- module(relations_tests, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/3]).
:- use_module(support).
:- use_module('../../prolog/problem/fold_index').
:- use_module('../../prolog/problem/fold_objects').
:- use_module('../../prolog/answering/fold_relations').
:- use_module('../../prolog/terms/fold_text', [pack/2, unpack/2]).
:- use_module('../../prolog/vetting/fold_vet', [vet/2]).

/** <module> Numbers of examples and objects, and the solutions of relations */

:- begin_tests(index).

test(numbers, [Counts, Texts] == [[2, 1], ["fly(b)", "fly(a)", "fly(c)"]]) :-
    with_problem(["neg"-"fly(c).", "pos"-"fly(b). fly(a). fly(b)."], Problem,
                 ( index_examples(Problem, Counts),
                   example_atoms(Problem, Texts) )).
test(both, throws(fold_error(both, _, 1, ["fly(a)", _, 1]))) :-
    with_problem(["pos"-"fly(a).", "neg"-"fly(a)."], Problem, index_examples(Problem, _)).
test(arguments, Texts == ["b\t'C d'", ""]) :-
    with_problem(["pos"-"p(a, x). p(b, 'C d'). q."], Problem,
                 ( index_examples(Problem, _),
                   pack([1, 2], Packed),
                   example_texts(Problem, Packed, Texts) )).

:- end_tests(index).

:- begin_tests(objects).

test(first_met, [Objects, Texts] == [[0, 1, 1, 0], ["a", "[1]"]]) :-
    with_problem(["pos"-"p(a, [1]). p([1], a)."], Problem,
                 ( index_examples(Problem, _),
                   example_objects(Problem, [Packed]),
                   pack([0, 1], Both),
                   object_texts(Problem, Both, Texts) )),
    unpack(Packed, Objects).
ranks(Examples, Ranks) :-
    with_problem(["pos"-Examples], Problem,
                 ( index_examples(Problem, _),
                   example_objects(Problem, [Packed]),
                   object_ranks(Problem, Packed, Texts) )),
    maplist(unpack, Texts, Ranks).

test(ranks, Ranks == [[3, 2, 1, 0], [0, 3, 2, 2], [0, 0, 0, 2]]) :-
    ranks("p(b, 2). p(1, 1.0).", Ranks).
test(no_number, [Values, Rounded] == [[1, 2, 0, 3, 3], [1, 2, 0, 3, 3]]) :-
    ranks("p(1.5NaN). p(-1.0Inf). p('1'). p(0.0). p(-0.0).", [_, Values, Rounded]).
test(rounded, [Values, Rounded] == [[4, 3, 2, 3, 5], [3, 0, 0, 3, 0]]) :-
    ranks("p(9007199254740993). p(9007199254740992). p(9007199254740991). \c
           p(9007199254740992.0). p(9007199254740995).",
          [_, Values, Rounded]).
test(exact_beyond_integers_of_floats, [Values, Rounded] == [[2, 2, 3], [0, 2, 2]]) :-
    ranks("p(18446744073709551616). p(18446744073709551616.0). \c
           p(18446744073709551617).",
          [_, Values, Rounded]).
test(rounded_rational, [Values, Rounded] == [[3, 2], [2, 2]]) :-
    ranks("p(1r3). p(0.3333333333333333).", [_, Values, Rounded]).
test(beyond_floats, [Values, Rounded] == [[2, 4, 5, 3], [0, 5, 5, 0]]) :-
    Huge is 10**400,
    format(string(Text), "p(-~d). p(~d). p(1.0Inf). p(1).", [Huge, Huge]),
    ranks(Text, [_, Values, Rounded]).

:- end_tests(objects).

:- begin_tests(relations).

solutions(Background, Inputs, Rows, Objects) :-
    solutions(Background, Inputs, Rows, 100000, Objects).

solutions(Background, Inputs, Rows, Limit, Objects) :-
    with_problem(["bk"-Background, "pos"-"p(a, b)."], Problem,
                 ( vet(Problem, _),
                   index_examples(Problem, _),
                   example_objects(Problem, _),
                   pack(Rows, PackedRows),
                   relation_solutions(Problem, "q", 2, Inputs, PackedRows, Limit,
                                      [Packed]) )),
    unpack(Packed, Objects).

test(facts, Objects == [1, 0, 0, 2]) :-
    with_problem(["bk"-"q(b, a). q(a, c).", "pos"-"p(a, b)."], Problem,
                 ( index_examples(Problem, _),
                   example_objects(Problem, _),
                   relation_facts(Problem, "q", 2, [Packed]) )),
    unpack(Packed, Objects).
test(not_only_facts, [forall(member(Text, ["q(X, X).", "q(X, a) :- r(X). r(a)."])),
                      Reply == []]) :-
    with_problem(["bk"-Text], Problem, relation_facts(Problem, "q", 2, Reply)).
test(all_solutions, Objects == [0, 2, 1, 2]) :-
    solutions("q(X, c) :- r(X). r(a). r(b).", "", [], Objects).
test(given_arguments, Objects == [1, 2]) :-
    solutions("q(X, c) :- r(X). r(a). r(b).", "1", [1], Objects).
test(once_if_all_given, Objects == [0, 1]) :-
    solutions("q(X, Y) :- r(X, Y). q(X, Y) :- r(X, Y). r(a, b).", "1 2", [0, 1], Objects).
test(not_bound, throws(fold_error(not_bound, _, 1, ["q", 2]))) :-
    solutions("q(X, _) :- r(X). r(a).", "", [], _).
test(limit, throws(fold_error(limit, _, 1, ["q(a, _)", 100000]))) :-
    solutions("q(X, Y) :- q(X, Y), r(X). r(a).", "1", [0], _).
test(answers_without_end, throws(fold_error(growing, _, 1, ["q(a, _)"]))) :-
    solutions("q(X, L) :- r(X), between(1, inf, N), M is 2**N, numlist(1, M, L). r(a).",
              "1", [0], 1_000_000_000, _).
test(runtime, throws(fold_error(runtime, _, 1, ["q(b, _)", _]))) :-
    solutions("q(X, Y) :- r(X), Y is X + 1. r(b).", "1", [0, 1], _).

:- end_tests(relations).
