:- module(load_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/fold_load', []).

:- begin_tests(load).

refused(Role, Text, Kind, Line) :-
    catch(with_problem([Role-Text], _, true),
          fold_error(Kind, _, Line, _),
          true).

test(facts_and_rules, Fields == ["bird", 1, 2, 1, "cat", 1, 1, 0]) :-
    with_problem(["bk"-"bird(a).\nbird(X) :- cat(X).\ncat(c)."], Problem,
                 fold_load:predicates(Problem, Fields)).
test(nothing_reaches_user) :-
    with_problem(["bk"-"bird(a)."], _, true),
    \+ catch(user:bird(a), _, fail).
test(freed) :-
    with_problem(["bk"-"bird(a).", "pos"-"fly(a)."], Problem, true),
    atom_string(Module, Problem),
    \+ fold_load:defined(Module, _, _),
    \+ fold_load:raw_example(Module, _, _, _, _).
test(examples, Fields == [neg, "fly", 1, 1, pos, "fly", 1, 2]) :-
    with_problem(["pos"-"fly(a). fly(b).", "neg"-"fly(c)."], Problem,
                 fold_load:example_predicates(Problem, All)),
    All = [N, NF, NA, NC, _, _, P, PF, PA, PC, _, _],
    Fields = [N, NF, NA, NC, P, PF, PA, PC].
test(indicator, Reply == ["fly", 1]) :-
    fold_load:indicator("fly/1", Reply).
test(no_indicator, [forall(member(Text, ["fly", "X/1", "fly/a", "fly/-1", ") ("])),
                    Reply == []]) :-
    fold_load:indicator(Text, Reply).
test(target_facts_become_examples, [Facts, Count] == [2, 2]) :-
    with_problem(["bk"-"fly(a). fly(b). bird(a)."], Problem,
                 ( fold_load:set_target(Problem, "fly", 1, "true", [Facts|_]),
                   fold_load:example_predicates(Problem, [_, _, _, Count|_]) )).

test(syntax, Kind-Line == syntax-2) :-
    refused("bk", "bird(a).\nbird(b.\n", Kind, Line).
test(not_ground, Kind-Line == not_ground-1) :-
    refused("pos", "fly(X).\n", Kind, Line).
test(rule_as_example, Kind-Line == not_an_example-1) :-
    refused("neg", "fly(X) :- bird(X).\n", Kind, Line).
test(capitalised, Kind-Line == singleton-2) :-
    refused("bk", "bird(a).\nbird(Tweety).\n", Kind, Line).
test(halt_is_not_run, Kind-Line == directive-1) :-
    refused("bk", ":- halt.\n", Kind, Line).
test(meant_variables) :-
    with_problem(["bk"-"any(_). any(_Thing). same(X, X)."], _, true).

:- end_tests(load).
