:- module(explain_tests, []).
:- use_module(library(plunit)).
:- use_module(library(http/json), [atom_json_dict/3]).
:- use_module(library(lists), [member/2]).
:- use_module(theory_support).
:- use_module('../../prolog/explaining/fold_explain', []).
:- use_module('../../prolog/problem/fold_index', []).

/** <module> Why an atom holds, or does not */

explained(Theory, Background, Text, Depth, Tree) :-
    with_theory(Theory, Background, Problem,
                fold_explain:explain_atom(Problem, Text, Depth, 1000000, [Json])),
    atom_json_dict(Json, Tree, []).

birds(Text, Tree) :-
    theory(Theory),
    background(Background),
    explained(Theory, Background, Text, 10, Tree).

refused(Text, Kind) :-
    catch(birds(Text, _), fold_error(Kind, _, _, _), true).

:- begin_tests(explain).

test(fact, How == "fact") :-
    birds("penguin(polly)", Tree),
    How = Tree.how.
test(rule, [Line, Literals] == [1, ["bird(tweety)", "\\+ ab0(tweety)"]]) :-
    birds("fly(tweety)", Tree),
    true == Tree.holds,
    Line = Tree.rule.line,
    findall(L, ( member(Child, Tree.because), L = Child.literal ), Literals).
test(first_failing, [Failing, Needs] == ["penguin(tweety)", ["\\+ ab1(tweety)"]]) :-
    birds("ab0(tweety)", Tree),
    false == Tree.holds,
    [Attempt] = Tree.attempts,
    [Case] = Attempt.cases,
    Failing = Case.failing.literal,
    findall(L, ( member(R, Case.remaining), L = R.literal ), Needs).
test(nested, ["rules", "negation", "rule"] == [How1, How2, How3]) :-
    birds("ab0(pete)", Tree),
    How1 = Tree.how,
    [Attempt] = Tree.attempts,
    [Case] = Attempt.cases,
    How2 = Case.failing.how,
    [Inner] = Case.failing.because,
    How3 = Inner.how.
test(each_case, [Count, More] == [3, 2]) :-
    explained("fly(X) :- part(X, A), wing(A).\n",
              "part(a, 1). part(a, 2). part(a, 3). part(a, 4). part(a, 5). wing(0).\n",
              "fly(a)", 5, Tree),
    [Attempt] = Tree.attempts,
    length(Attempt.cases, Count),
    More = Attempt.more.
test(disjunction, Counts == [1, 1]) :-
    explained("fly(X) :- able(X).\n",
              "able(X) :- ( wing(X), light(X) ; motor(X) ).\nwing(a). light(b). motor(c).\n",
              "able(a)", 5, Tree),
    findall(N, ( member(A, Tree.attempts), length(A.cases, N) ), Counts).
test(condition, Literals == ["old(a)", "rich(a)"]) :-
    explained("fly(X) :- able(X).\n",
              "able(X) :- ( old(X) -> rich(X) ; young(X) ).\nold(a). rich(a). young(b).\n",
              "able(a)", 5, Tree),
    findall(L, ( member(Child, Tree.because), L = Child.literal ), Literals).
test(other_branch, Literals == ["\\+ old(b)", "young(b)"]) :-
    explained("fly(X) :- able(X).\n",
              "able(X) :- ( old(X) -> rich(X) ; young(X) ).\nold(a). rich(a). young(b).\n",
              "able(b)", 5, Tree),
    findall(L, ( member(Child, Tree.because), L = Child.literal ), Literals).
test(cut, Cases == []) :-
    explained("fly(X) :- able(X).\n",
              "able(X) :- old(X), !, rich(X).\nable(X) :- old(X).\nold(a). rich(b).\n",
              "able(a)", 5, Tree),
    [_, Second] = Tree.attempts,
    Cases = Second.cases.
test(deep, How == "deep") :-
    theory(Theory),
    background(Background),
    explained(Theory, Background, "fly(pete)", 1, Tree),
    [_, Negation] = Tree.because,
    [Inner] = Negation.because,
    How = Inner.how.
test(comparison, Literal == "7 > 9") :-
    explained("fly(X) :- size(X, A), A > 9.\n", "size(a, 7).\n", "fly(a)", 5, Tree),
    [Attempt] = Tree.attempts,
    [Case] = Attempt.cases,
    Literal = Case.failing.literal.
test(examples, Holds == [true, false]) :-
    theory(Theory),
    background(Background),
    with_theory(["bk"-Background, "pos"-"fly(tweety). fly(polly)."],
                Theory, "fly", 1, Problem,
                ( fold_index:index_examples(Problem, _),
                  fold_text:pack([0, 1], Packed),
                  fold_explain:explain_examples(Problem, Packed, 5, inf, 1000000, Jsons) )),
    findall(H, ( member(Json, Jsons), atom_json_dict(Json, T, []), H = T.holds ), Holds).

test(wrong_goal, forall(member(Text-Kind,
                               [ "fly(" - goal_syntax, "3" - goal_kind, "" - goal_kind,
                                 "fly(X)" - goal_variable, "run(a)" - goal_undefined,
                                 "halt" - goal_undefined,
                                 "(fly(a), halt)" - goal_kind ]))) :-
    refused(Text, Found),
    Found == Kind.

:- end_tests(explain).
