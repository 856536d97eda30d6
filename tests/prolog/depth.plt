:- module(depth_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_file/3]).
:- use_module('../../prolog/fold_depth').

:- begin_tests(depth).

nested(0, a) :- !.
nested(N, f(Term)) :-
    M is N - 1,
    nested(M, Term).

test(deepest) :-
    nested(5000, Term),
    check_depth(Term).
test(too_deep, throws(fold_error(deep, 'f.pl', 7, []))) :-
    nested(5001, Term),
    check_depth(Term, 'f.pl', 7).
test(long_list) :-
    numlist(1, 100000, List),
    check_depth(List).
test(cyclic) :-
    Term = f(Term),
    check_depth(Term).
test(brackets, Line == 2) :-
    findall(0'(, between(1, 5000, _), Open),
    format(string(Text), "a.\n~s", [Open]),
    with_file(Text, Path,
              catch(( check_brackets(Path), Line = none ),
                    fold_error(deep, _, Line, []), true)).

:- end_tests(depth).
