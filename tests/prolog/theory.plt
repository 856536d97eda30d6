:- module(theory_tests, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/3]).
:- use_module(support).
:- use_module(theory_support).
:- use_module('../../prolog/problem/fold_index', []).
:- use_module('../../prolog/terms/fold_text', [unpack/2]).
:- use_module('../../prolog/theories/fold_judge', []).
:- use_module('../../prolog/theories/fold_theory', []).

:- begin_tests(theory).

test(what_holds, Indices == [0, 2]) :-
    theory(Theory),
    background(Background),
    with_theory(["bk"-Background, "pos"-"fly(tweety). fly(polly). fly(pete)."],
                Theory, "fly", 1, Problem,
                ( fold_index:index_examples(Problem, _),
                  fold_judge:judge(Problem, "fly", 1, 1000000, [Packed]) )),
    unpack(Packed, Indices).
test(what_each_clause_covers, Covers == [[0, 0, 1, 0, 1, 2], [1, 2, 3, 5, 4, 5], []]) :-
    theory(Theory),
    background(Background),
    with_theory(["bk"-Background, "pos"-"fly(tweety). fly(polly). fly(pete)."],
                Theory, "fly", 1, Problem,
                ( fold_index:index_examples(Problem, _),
                  fold_judge:begin_clauses(Problem, "fly", 1, _),
                  fold_judge:judge_clauses(Problem, "fly", 1, 0, 2, 1000000, Packed) )),
    maplist(unpack, Packed, Covers).
test(a_later_theory_replaces_an_earlier_one, Covers == [[0, 0], [1, 3], []]) :-
    with_theory(["bk"-"bird(a). bird(b). jet(c).", "pos"-"fly(a). fly(b). fly(c)."],
                "fly(X) :- jet(X).\nfly(X) :- bird(X), \\+ ab0(X).\nab0(b).\n",
                "fly", 1, Problem,
                ( fold_index:index_examples(Problem, _),
                  fold_theory:add_theory(Problem, "", "fly(X) :- bird(X).", "fly", 1, _),
                  fold_judge:begin_clauses(Problem, "fly", 1, _),
                  fold_judge:judge_clauses(Problem, "fly", 1, 0, 2, 1000000, Packed) )),
    maplist(unpack, Packed, Covers).
test(what_follows, Atoms == ["fly(pete)", "fly(tweety)"]) :-
    theory(Theory),
    background(Background),
    with_theory(Theory, Background, Problem,
                ( fold_theory:derive(Problem, "fly", 1, "none", 1000000, [2]),
                  fold_index:example_atoms(Problem, Atoms) )).
test(negation_may_come_first, Atoms == ["fly(tweety)"]) :-
    with_theory("fly(X) :- \\+ penguin(X), bird(X).\n",
                "bird(tweety). bird(polly). penguin(polly).\n", Problem,
                ( fold_theory:derive(Problem, "fly", 1, "none", 1000000, _),
                  fold_index:example_atoms(Problem, Atoms) )).
test(nothing_binds, Line == 2) :-
    catch(with_theory("fly(X) :- bird(X).\nfly(X) :- \\+ bird(X).\n", "bird(a).\n",
                      Problem, fold_theory:derive(Problem, "fly", 1, "none", 1000000, _)),
          fold_error(unbound, _, Line, _),
          true).
test(replaced, Reply == ["ab0", 1, 2, "fly", 1, 1]) :-
    theory(Theory),
    with_problem(["bk"-"fly(a). ab0(a). ab0(X) :- fly(X)."], Problem,
                 fold_theory:add_theory(Problem, "theory.pl", Theory, "fly", 1, Reply)).
test(undefined, Kind-File-Line == undefined-'theory.pl'-2) :-
    catch(with_theory("fly(X) :- bird(X).\nfly(X) :- jet(X).\n", "bird(a).\n", _, true),
          fold_error(Kind, File, Line, _),
          true).
test(nothing_known_is_false, Indices == []) :-
    with_theory(["pos"-"fly(a)."], "", "fly", 1, Problem,
                ( fold_index:index_examples(Problem, _),
                  fold_judge:judge(Problem, "fly", 1, 1000, [Packed]) )),
    unpack(Packed, Indices).

:- end_tests(theory).
