:- module(trust_tests, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [nth0/3]).
:- use_module(support).
:- use_module('../../prolog/problem/fold_problem', [predicates/2, trusted/1]).
:- use_module('../../prolog/loading/fold_syntax', [bare_negations/2]).
:- use_module('../../prolog/loading/fold_trust').

:- begin_tests(trust).

trusting(Text, Problem, Goal) :-
    with_file(Text, Path,
              with_problem([], Problem, ( trusted_load(Problem, Path, _), Goal ))).

test(directives_run, Fields == ["made", 1, 2, 0]) :-
    trusting(":- dynamic made/1.\n:- assertz(made(1)), assertz(made(2)).\n", Problem,
             predicates(Problem, Fields)).
test(declarations_are_kept, Term == modeh(1, fly(+bird))) :-
    trusting(":- modeh(1, fly(+bird)).\nbird(a).\n", Problem,
             fold_declarations:declaration(Problem, Term, _, _, 1)).
test(first_error, throws(fold_error(bad_clause, _, 2, _))) :-
    trusting("a.\nb(.\nc(.\n", _, true).
test(hooks_and_trust_end) :-
    trusting("a.\n", Problem, true),
    \+ trusted(Problem),
    \+ ( catch(clause(user:term_expansion(_, []), fold_trust:_), _, fail) ).

test(libraries_can_be_loaded, X == 1) :-
    trusting(":- use_module(library(heaps)).\nfirst(X) :- \c
              list_to_heap([1-1], H), get_from_heap(H, _, X, _).\n", Problem,
             Problem:first(X)).
test(error_without_context, Line == 2) :-
    catch(trusting("a.\n:- must_be(integer, x).\n", _, true),
          fold_error(bad_clause, _, Line, _),
          true).

test(negations_that_swipl_cannot_read,
     [forall(member(Text-Line, [ "p(a).\nq(X) :- p(X), not r(X).\n" - 2,
                                 "q(X) :- p(X), not(r(X)).\n" - none,
                                 ":- op(900, fy, not).\nq(X) :- p(X), not r(X).\n" - none ])),
      Lines == Expected]) :-
    ( Line == none -> Expected = [] ; Expected = [Line] ),
    trusting(Text, Problem,
             ( bare_negations(Problem, Fields),
               findall(L, nth0(1, Fields, L), Lines) )).

:- end_tests(trust).
