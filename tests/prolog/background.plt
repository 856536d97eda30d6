:- module(background_tests, []).
:- use_module(library(plunit)).
:- use_module(support).

:- begin_tests(background).

test(syntax, Kind-Line == syntax-2) :-
    refused("bk", "bird(a).\nbird(b.\n", Kind, Line).
test(capitalised, Kind-Line == singleton-2) :-
    refused("bk", "bird(a).\nbird(Tweety).\n", Kind, Line).
test(meant_variables) :-
    with_problem(["bk"-"any(_). any(_Thing). same(X, X)."], _, true).
test(no_clause, [forall(member(Text, ["X.", "3.", "\"text\".", "X :- a."])),
                 Kind-Line == not_a_clause-1]) :-
    refused("bk", Text, Kind, Line).
test(qualified, Kind-Line == qualified_head-1) :-
    refused("bk", "user:bird(a).", Kind, Line).
test(standard_is_reserved, Kind-Line == redefine-1) :-
    refused("bk", "atom_length(a, 1).", Kind, Line).
test(grammar_rule, Rest == [b]) :-
    with_problem(["bk"-"s --> [a]."], Problem,
                 Problem:s([a, b], Rest)).

:- end_tests(background).
