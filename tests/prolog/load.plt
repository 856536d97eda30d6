:- module(load_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/loading/fold_declarations', []).
:- use_module('../../prolog/problem/fold_examples', []).
:- use_module('../../prolog/loading/fold_load', []).

:- begin_tests(load).

test(nothing_reaches_user) :-
    with_problem(["bk"-"bird(a)."], _, true),
    \+ catch(user:bird(a), _, fail).
test(text_in_the_place_of_a_file, Line == 2) :-
    with_problem([], Problem,
                 catch(fold_load:load_text(Problem, "gone.pl", "a.\nb(.\n", "bk", _),
                       fold_error(syntax, 'gone.pl', Line, _),
                       true)).
test(popper_examples, Fields == [neg, "fly", 1, 1, pos, "fly", 1, 2]) :-
    with_problem(["exs"-"pos(fly(a)). neg(fly(b)). pos(fly(c))."], Problem,
                 fold_examples:example_predicates(Problem, All)),
    All = [N, NF, NA, NC, _, _, P, PF, PA, PC, _, _],
    Fields = [N, NF, NA, NC, P, PF, PA, PC].
test(foreign_directives_are_skipped, Text == ':- halt') :-
    with_problem(["foreign"-":- halt.\nbird(a)."], Problem,
                 fold_declarations:declaration(Problem, skipped(Text), _, _, 1)).
test(foreign_variables_are_variables) :-
    with_problem(["foreign"-"bird(Tweety)."], _, true).
test(bad_clause, Kind-Line == bad_clause-2) :-
    refused("bk", "a.\nb :- 3.\n", Kind, Line).

:- end_tests(load).
