:- module(syntax_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/loading/fold_syntax').

/** <module> Operators and quotes that files declare */

:- begin_tests(syntax).

syntax(Background, Reply) :-
    with_problem(["bk"-Background], Problem, fold_syntax:syntax(Problem, Reply)).

names(Background, New, Changed) :-
    syntax(Background, [_, Count|Names]),
    length(New0, Count),
    append(New0, Changed, Names),
    subtract(New0, ["#", "pred", "not"], New).  % fold's own

test(nothing, [Sets, New, Changed] == ["false", [], []]) :-
    syntax("a.", [Sets|_]),
    names("a.", New, Changed).
test(prefix, New == ["'My op'", "hi"]) :-
    names(":- op(200, fy, 'My op'). :- op(9, fx, hi). :- op(700, xfx, likes).", New0, _),
    msort(New0, New).
test(exported, New == ["hi"]) :-
    names(":- module(m, [p/1, op(9, fx, hi)]).", New, _).
test(the_same, Changed == []) :-
    names(":- op(700, xfx, =<). :- op(500, yfx, [-, +]). :- op(9, fx, =<).", _, Changed).
test(removed, Changed == ["\\+", "=<"]) :-
    names(":- op(0, xfx, =<). :- op(0, fy, \\+).", _, Changed).
test(priority, Changed == ["=<", ">"]) :-
    names(":- op(1100, xfx, =<). :- op(600, xfx, >).", _, Changed).
test(postfix, Changed == ["-"]) :-
    names(":- op(200, xf, -).", _, Changed).
test(quotes, Sets == "true") :-
    syntax(":- set_prolog_flag(double_quotes, codes).", [Sets|_]).

quotes(Background, Terms) :-
    with_problem(["bk"-Background], Problem,
                 findall(Term, Problem:p(Term), Terms)).

test(string, Terms == ["ab"]) :-
    quotes("p(\"ab\").", Terms).
test(each, Terms == ["ab", [0'a, 0'b], ab, [a, b], "ab"]) :-
    quotes("p(\"ab\"). :- set_prolog_flag(double_quotes, codes). p(\"ab\").
            :- set_prolog_flag(double_quotes, atom). p(\"ab\").
            :- set_prolog_flag(double_quotes, chars). p(\"ab\").
            :- set_prolog_flag(double_quotes, string). p(\"ab\").", Terms).
test(not_elsewhere, Terms == ["ab"]) :-
    quotes(":- set_prolog_flag(double_quotes, codes). p(\"ab\").", _),
    quotes("p(\"ab\").", Terms).
test(left_out, Terms == ["ab"]) :-
    quotes(":- if(fail). :- set_prolog_flag(double_quotes, codes). :- endif.
            p(\"ab\").", Terms).

:- end_tests(syntax).
