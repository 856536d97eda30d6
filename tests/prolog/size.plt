:- module(size_tests, []).
:- use_module(library(plunit)).
:- use_module('../../prolog/terms/fold_size').

:- begin_tests(size).

nested(0, a) :- !.
nested(N, f(Term)) :-
    M is N - 1,
    nested(M, Term).

test(deepest) :-
    nested(5000, Term),
    check_size(Term).
test(too_deep, throws(fold_error(deep, 'f.pl', 7, []))) :-
    nested(5001, Term),
    check_size(Term, 'f.pl', 7).
test(long_list) :-
    numlist(1, 100000, List),
    check_size(List).
test(cyclic) :-
    Term = f(Term),
    check_size(Term).
test(shared_parts, throws(fold_error(large, 'f.pl', 7, []))) :-
    doubled(40, Term),
    check_size(Term, 'f.pl', 7).
test(many_parts, throws(fold_error(large, '', 0, []))) :-
    doubled(19, Term),
    check_size([Term, Term, Term]).
test(long_text, throws(fold_error(large, '', 0, []))) :-
    repeated(24, "a", Text),
    check_size(f(Text)).
test(overflow, Kind == deep) :-
    catch(write_deep, Error, oversize(Error, Kind)).

doubled(0, a) :- !.
doubled(N, f(Term, Term)) :-
    M is N - 1,
    doubled(M, Term).

repeated(0, Text, Text) :- !.
repeated(N, Half, Text) :-
    string_concat(Half, Half, Whole),
    M is N - 1,
    repeated(M, Whole, Text).

write_deep :-
    nested(200_000, Term),
    format(string(_), "~q", [Term]).

:- end_tests(size).
