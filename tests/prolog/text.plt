:- module(text_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/terms/fold_text').

:- begin_tests(text).

test(plain, Text == "tweety") :-
    quoted(tweety, Text).
test(quotes, Term == 'It\'s') :-
    quoted('It\'s', Text),
    term_string(Term, Text).
test(argument, Text == ":-(a,b)") :-
    quoted((a :- b), Text).
test(blob, throws(fold_error(blob, '', 0, [_]))) :-
    stream_property(Stream, alias(user_error)),
    quoted([f(Stream)], _).
test(operators_of_other_modules, Text == "===>(a,b)") :-
    op(700, xfx, some_problem:(===>)),
    quoted(===>(a, b), Text).
test(back, forall(member(Term, [ 'a b', [], '[]', {}, 'x\ny', 'tab\t', "s", 1.0e10,
                                 -1, - 1, 1-2, f('X', [y]), {z}, 'ü', '日本', '\x1\',
                                 (a, b), [(a, b)], (dynamic)-(is), \+ (-), - (-(1)), 1r3,
                                 '/*', (:- x), {-}, '$VAR'(1), [-|dynamic], a:b:c,
                                 1.0Inf, 1.5NaN, '[|]', f(',', '|'), "\"\\n" ]))) :-
    quoted(Term, Text),
    \+ sub_string(Text, _, _, _, "\n"),
    \+ sub_string(Text, _, _, _, "\t"),
    term_string(Again, Text),
    Again == Term.
test(pack, [forall(member(Integers, [ [],
                                      [0, 1, 32767],
                                      [0, 1, 32767, 32768, 1000000, 1073741823]
                                    ])),
            Back == Integers]) :-
    pack(Integers, String),
    unpack(String, Back).
test(pack_small, Length == 4) :-
    pack([0, 1, 32767], String),
    string_length(String, Length).
test(named, Name == 'Odd name') :-
    quoted('Odd name', Text),
    named(Text, Name).
test(named_is_an_atom, error(type_error(atom, 3))) :-
    named("3", _).

:- end_tests(text).
