:- module(directives_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/loading/fold_declarations').
:- use_module('../../prolog/problem/fold_problem', [defined/3]).

:- begin_tests(directives).

declared(Role, Text, Terms) :-
    with_problem([Role-Text], Problem,
                 findall(Term, declaration(Problem, Term, _, _, _), Terms)).

test(refused, [forall(member(Text, [ ":- halt.", ":- X.", ":- shell(ls).",
                                     ":- initialization(main).",
                                     ":- use_module(library(process)).",
                                     ":- op(700, xfx, user:(===>)).",
                                     ":- set_prolog_flag(stack_limit, 1)." ])),
               Kind-Line == directive-1]) :-
    refused("bk", Text, Kind, Line).
test(ignored, [forall(member(Text, [ ":- discontiguous a/1.", ":- table a/1.",
                                     ":- use_module(library(lists)).",
                                     ":- style_check(-singleton)." ]))]) :-
    with_problem(["bk"-Text], _, true).
test(dynamic, all(Name/Arity == [a/1, b/2, c/0])) :-
    with_problem(["bk"-":- dynamic a/1, b/2.\n:- dynamic([c/0])."], Problem,
                 findall(N/A, defined(Problem, N, A), All)),
    member(Name/Arity, All).
test(operators_are_of_the_problem) :-
    with_problem(["bk"-":- op(700, xfx, ===>).\na ===> b."], Problem,
                 defined(Problem, ===>, 2)),
    \+ current_op(_, _, user:(===>)).
test(declared, Terms =@= [modeh(1, fly(+bird)), pred(::(fly(_), '@(X) flies'))]) :-
    declared("bk", ":- modeh(1, fly(+bird)).\n:- pred fly(X) :: '@(X) flies'.\n", Terms).
test(declared_by_facts, Terms == [determination(a/1, b/1), set(i, 3)]) :-
    declared("bk", "determination(a/1, b/1).\nset(i, 3).\nset(mine, 3).\n", Terms).
test(declarations,
     Texts == ["{\"term\":[\"f\",\"set\",\"set\",[[\"a\",\"i\",\"i\"],[\"n\",\"2\"]],\c
               \"set(i,2)\"],\"file\":\"f.pl\",\"line\":1}"]) :-
    with_problem([], Problem,
                 ( fold_load:load_text(Problem, "f.pl", ":- set(i, 2).", "bk", _),
                   declarations(Problem, Texts) )).

:- end_tests(directives).
