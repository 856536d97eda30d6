:- module(bridge_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/fold_bridge').

:- begin_tests(bridge).

test(answer, Reply == ["ok", "fly", 1]) :-
    bridge("fold_target", "indicator", ["fly/1"], Reply).
test(own_error, [Kind, Line] == ["open", "0"]) :-
    bridge("fold_problem", "new_problem", [bridge_test], ["ok"|_]),
    bridge("fold_load", "load_file", [bridge_test, "/no/such/file.pl", "bk"], Reply),
    Reply = ["error", Kind, _, Line|_].
test(any_error) :-
    bridge("fold_text", "no_such_predicate", [], ["error", _, "", "0", Text]),
    once(sub_string(Text, _, _, _, "no_such_predicate")).
test(failure) :-
    bridge("lists", "proper_length", [not_a_list], ["error", _, "", "0", Text]),
    once(sub_string(Text, _, _, _, "proper_length")).
test(late_interrupt, Reply == ["ok"]) :-
    bridge("fold_bridge", "absorb_interrupt", [], Reply).

test(tables_have_few_answers, Error == max_answers_for_subgoal) :-
    current_prolog_flag(max_answers_for_subgoal, Most),
    Most =< 2_000_000,
    setup_call_cleanup(
        set_prolog_flag(max_answers_for_subgoal, 100),
        catch(endless(1), error(resource_error(tripwire(Error, _)), _), true),
        ( set_prolog_flag(max_answers_for_subgoal, Most),
          abolish_all_tables )).

:- table endless/1.
endless(0).
endless(N) :-
    endless(M),
    N is M + 1.

:- end_tests(bridge).
