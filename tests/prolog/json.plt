:- module(json_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/terms/fold_json').

:- begin_tests(json).

json(Value, Text) :-
    with_output_to(string(Text), json_write(Value)).

test(object, Text == "{\"a\":1,\"b\":[\"x\",null]}") :-
    json(object([a=1, b=["x", null]]), Text).
test(escapes, Text == "\"a\\\"b\\\\c\\u000a\\u0001\"") :-
    json("a\"b\\c\n\x1\", Text).
test(control_alone, [forall(between(0, 31, Code)), Text == Expected]) :-
    format(string(Expected), "\"a\\u~|~`0t~16r~4+\"", [Code]),
    string_codes(Value, [0'a, Code]),
    json(Value, Text).
test(variable, Text == "[\"v\",\"X\"]") :-
    json(term(X, ['X'=X]), Text).
test(number, Text == "[\"n\",\"1.5\"]") :-
    json(term(1.5, []), Text).
test(atom, Text == "[\"a\",\"It's\",\"'It\\\\'s'\"]") :-
    json(term('It\'s', []), Text).
test(list, Text == "[\"l\",[[\"n\",\"1\"]]]") :-
    json(term([1], []), Text).
test(ground_compound, Text == "[\"f\",\"p\",\"p\",[[\"a\",\"x\",\"x\"]],\"p(x)\"]") :-
    json(term(p(x), []), Text).
test(open_compound, Text == "[\"f\",\"p\",\"p\",[[\"v\",\"X\"]],null]") :-
    json(term(p(X), ['X'=X]), Text).

:- end_tests(json).
