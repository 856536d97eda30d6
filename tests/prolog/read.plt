:- module(read_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/theories/fold_clauses').
:- use_module('../../prolog/loading/fold_read').

:- begin_tests(read).

:- dynamic found/3.

keep(Term, Bindings, Line) :-
    assertz(found(Term, Bindings, Line)).

read_text(Text) :-
    retractall(found(_, _, _)),
    setup_call_cleanup(open_string(Text, In),
                       read_terms(In, 'text.pl', fold_text, keep),
                       close(In)).

test(terms_with_names_and_lines, Found =@= [a(X)-['X'=X]-1, b-[]-3]) :-
    read_text("a(X).\n\nb.\n"),
    findall(T-B-L, found(T, B, L), Found).
test(syntax, File-Line == 'text.pl'-2) :-
    catch(read_text("a.\nb(.\n"), fold_error(syntax, File, Line, _), true).
test(deep, throws(fold_error(deep, 'text.pl', 1, []))) :-
    findall("f(", between(1, 6000, _), Open),
    findall(")", between(1, 6000, _), Close),
    atomics_to_string(Open, Left),
    atomics_to_string(Close, Right),
    format(string(Text), "~wa~w.", [Left, Right]),
    read_text(Text).
test(no_file, throws(fold_error(open, '/no/such/file.pl', 0, [_]))) :-
    open_file('/no/such/file.pl', _).
:- end_tests(read).

:- begin_tests(clauses).

test(texts, Texts == [ "{\"term\":[\"a\",\"a\",\"a\"],\"line\":1}",
                       "{\"term\":[\"n\",\"3\"],\"line\":2}" ]) :-
    read_clauses("theory.pl", "a.\n3.\n", Texts).
test(an_error_leaves_nothing, Texts == []) :-
    catch(read_clauses("wrong.pl", "a.\nb(.\n", _), fold_error(_, _, _, _), true),
    read_clauses("theory.pl", "", Texts).

:- end_tests(clauses).
