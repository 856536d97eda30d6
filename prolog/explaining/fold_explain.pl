:- module(fold_explain,
          [ explain_atom/5,             % +Problem, +Text, +Depth, +Limit, -Reply
            explain_examples/6          % +Problem, +Indices, +Depth, +Most, +Limit, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module('../answering/fold_ask', [call_limited/4]).
:- use_module('../vetting/fold_as_written', [asked_as_written/3]).
:- use_module(fold_attempts,
              [attempt/4, conjunction/2, control/1, explicable/2, few_negated/4,
               negated/2]).
:- use_module(fold_goal, [parse_goal/3]).
:- use_module('../terms/fold_json', [json_write/1]).
:- use_module(fold_nodes, [literal_object/3, naming/2, node/6, rule_object/3]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../terms/fold_text', [unpack/2]).

/** <module> Why an atom holds, or does not

An explanation is a tree. Every node has a literal with its values, whether it holds,
which Prolog itself decides, and why:

  - `fact`: it is one;
  - `rule`: all literals of a clause hold, which are the children;
  - `rules`: all its rules fail; `none`: it has no rules;
  - `negation`: the negated atom, which is the child, fails or holds;
  - `computed`: a built-in such as a comparison says so;
  - `seen`: it is explained elsewhere in the same tree;
  - `deep`: the tree is as deep as it may be.

A rule that fails has cases: the first literals of its body that hold together, and the
first literal that then fails. No atom explains itself: a rule is given only if its
body can be explained without the atoms above it.

Where many examples are explained, few of the rules that fail are shown for an atom, and
few of the negated literals of a rule that hold; `more` counts the others.
*/

%!  explain_atom(+Problem, +Text:string, +Depth, +Limit, -Reply) is det.
%
%   Reply is the explanation of the ground atom Text, as JSON.
%
%   @throws fold_error(goal_syntax, ...), fold_error(goal_kind, ...),
%           fold_error(goal_variable, ...), fold_error(goal_undefined, ...)

:- det(explain_atom/5).
explain_atom(Problem, Text, Depth, Limit, [Json]) :-
    parse_goal(Problem, Text, Atom),
    explain(Problem, bounds(Depth, inf), Limit, Atom, Json).

%!  explain_examples(+Problem, +Indices:string, +Depth, +Most, +Limit, -Reply) is det.
%
%   Reply is the explanation of each of the examples with the packed Indices. Where the
%   rules of an atom fail, Most of them are shown.

:- det(explain_examples/6).
explain_examples(Problem, Packed, Depth, Most, Limit, Reply) :-
    companion(Problem, Companion),
    unpack(Packed, Indices),
    findall(Json,
            ( member(Index, Indices),
              Companion:example(Index, Atom),
              explain(Problem, bounds(Depth, Most), Limit, Atom, Json)
            ),
            Reply).

explain(Problem, Bounds, Limit, Atom, Json) :-
    call_limited(explanation(Problem, Bounds, Atom, Node), Problem, Atom, Limit),
    with_output_to(string(Json), json_write(Node)).

explanation(Problem, Bounds, Atom, Node) :-
    empty_assoc(Empty),
    (   \+ \+ Problem:Atom
    ->  holding(Problem, Bounds, [], Empty, Atom, Node, Empty, _)
    ;   failing(Problem, Bounds, Empty, Atom, Node, Empty, _)
    ),
    !.

                /*******************************
                *         WHAT HOLDS           *
                *******************************/

%   holding(+Problem, +Bounds, +Above, +Names, +Literal, -Node, +Seen0, -Seen)
%
%   Explain a literal that holds. Above are the atoms above it in the tree; false if
%   every explanation needs one of them. Names are those of the literal's variables, if
%   any are left. Seen are the atoms that the tree explains so far. Bounds say how much
%   deeper the tree may be, and how many failing rules of an atom are shown.

holding(Problem, Bounds, _, Names, Literal, Node, Seen0, Seen) :-
    negated(Literal, Atom),
    !,
    failing(Problem, Bounds, Names, Atom, Inner, Seen0, Seen),
    node(Literal, Names, true, negation, [because=[Inner]], Node).
holding(Problem, _, _, Names, Literal, Node, Seen, Seen) :-
    \+ explicable(Problem, Literal),
    !,
    node(Literal, Names, true, computed, [], Node).
holding(Problem, _, _, Names, Atom, Node, Seen, Seen) :-
    \+ control(Atom),
    copy_term(Atom, Fact),
    clause(Problem:Fact, true, Ref),
    !,
    rule_object(Problem, Ref, Rule),
    node(Atom, Names, true, fact, [rule=Rule], Node).
holding(_, _, _, Names, Atom, Node, Seen, Seen) :-
    seen(Atom, Seen),
    !,
    node(Atom, Names, true, seen, [], Node).
holding(_, bounds(0, _), _, Names, Atom, Node, Seen, Seen) :-
    !,
    node(Atom, Names, true, deep, [], Node).
holding(Problem, Bounds, Above, Names, Atom, Node, Seen0, Seen) :-
    Bounds = bounds(_, Most),
    \+ ( member(Other, Above), Other =@= Atom ),
    less_deep(Bounds, Less),
    copy_term(Atom, Goal),
    asked_as_written(Problem, Atom,
                     ( attempt(Problem, Goal, Ref, Literals),
                       conjunction(Literals, Body),
                       call(Problem:Body),
                       naming(Literals, BodyNames),
                       few_negated(Literals, Most, Shown, More),
                       holding_all(Shown, Problem, Less, [Atom|Above], BodyNames,
                                   Nodes, Seen0, Seen1) )),
    !,
    see(Atom, Seen1, Seen),
    rule_object(Problem, Ref, Rule),
    node(Atom, Names, true, rule, [rule=Rule, because=Nodes, more=More], Node).

holding_all([], _, _, _, _, [], Seen, Seen).
holding_all([Literal|Literals], Problem, Bounds, Above, Names, [Node|Nodes],
            Seen0, Seen) :-
    holding(Problem, Bounds, Above, Names, Literal, Node, Seen0, Seen1),
    !,
    holding_all(Literals, Problem, Bounds, Above, Names, Nodes, Seen1, Seen).

                /*******************************
                *         WHAT FAILS           *
                *******************************/

%   failing(+Problem, +Bounds, +Names, +Literal, -Node, +Seen0, -Seen)
%
%   Explain a literal that has no solution.

failing(Problem, Bounds, Names, Literal, Node, Seen0, Seen) :-
    negated(Literal, Atom),
    !,
    holding(Problem, Bounds, [], Names, Atom, Inner, Seen0, Seen),
    node(Literal, Names, false, negation, [because=[Inner]], Node).
failing(Problem, _, Names, Literal, Node, Seen, Seen) :-
    \+ explicable(Problem, Literal),
    !,
    node(Literal, Names, false, computed, [], Node).
failing(Problem, Bounds, Names, Atom, Node, Seen0, Seen) :-
    findall(try(Ref, Literals), attempt(Problem, Atom, Ref, Literals), Tries),
    (   no_further(Tries, Bounds, Atom, Seen0, How)
    ->  node(Atom, Names, false, How, [], Node),
        Seen = Seen0
    ;   see(Atom, Seen0, Seen1),
        less_deep(Bounds, Less),
        shown(Tries, Bounds, Shown, More),
        asked_as_written(Problem, Atom,
                         attempts(Shown, Problem, Less, Attempts, Seen1, Seen)),
        node(Atom, Names, false, rules, [attempts=Attempts, more=More], Node)
    ).

no_further([], _, _, _, none) :- !.
no_further(_, _, Atom, Seen, seen) :- seen(Atom, Seen), !.
no_further(_, bounds(0, _), _, _, deep).

less_deep(bounds(Depth, Most), bounds(Less, Most)) :-
    Less is Depth - 1.

shown(Tries, bounds(_, Most), Shown, More) :-
    length(Tries, Length),
    (   Length > Most
    ->  length(Shown, Most),
        append(Shown, Rest, Tries),
        length(Rest, More)
    ;   Shown = Tries,
        More = 0
    ).

attempts([], _, _, [], Seen, Seen).
attempts([try(Ref, Literals)|Tries], Problem, Bounds, [Attempt|Attempts], Seen0, Seen) :-
    rule_object(Problem, Ref, Rule),
    first_failing(Problem, Literals, Before, Literal, After),
    instances(Problem, Before, Literal, After, Shown, More),
    cases(Shown, Problem, Bounds, Cases, Seen0, Seen1),
    Attempt = object([rule=Rule, cases=Cases, more=More]),
    attempts(Tries, Problem, Bounds, Attempts, Seen1, Seen).

%   first_failing(+Problem, +Literals, -Before, -Literal, -After)
%
%   The literals Before hold together, but not with Literal. If all hold together, the
%   rule fails because of a cut in an earlier clause: Literal is `cut`.

first_failing(Problem, Literals, Before, Literal, After) :-
    length(Literals, Length),
    (   fails(Problem, Literals, Length)
    ->  least_failing(Problem, Literals, 1, Length, N),
        Holding is N - 1,
        length(Before, Holding),
        append(Before, [Literal|After], Literals)
    ;   Before = Literals,
        Literal = cut,
        After = []
    ).

%   least_failing(+Problem, +Literals, +Low, +High, -N): the first N of Literals do not
%   hold together, but fewer do. High do not. What is longer and fails does so at the
%   same literal, and costs no more: the least is found by halving.

least_failing(_, _, N, N, N) :-
    !.
least_failing(Problem, Literals, Low, High, N) :-
    Middle is (Low + High) // 2,
    (   fails(Problem, Literals, Middle)
    ->  least_failing(Problem, Literals, Low, Middle, N)
    ;   Next is Middle + 1,
        least_failing(Problem, Literals, Next, High, N)
    ).

fails(Problem, Literals, N) :-
    length(First, N),
    append(First, _, Literals),
    conjunction(First, Body),
    \+ Problem:Body.

%   instances(+Problem, +Before, +Literal, +After, -Shown, -More)
%
%   The cases in which Before holds, one for each instance of Literal. Shown are the
%   first three, More is the number of the others.

instances(_, _, cut, _, [], 0) :-
    !.
instances(Problem, Before, Literal, After, Shown, More) :-
    conjunction(Before, Body),
    findall(Key-case(Before, Literal, After),
            ( call(Problem:Body),
              variant_key(Literal, Key)
            ),
            Pairs),
    sort(1, @<, Pairs, Distinct),
    first_few(Distinct, 3, Shown, More).

first_few([], _, [], 0) :- !.
first_few(Rest, 0, [], More) :- !, length(Rest, More).
first_few([_-Case|Pairs], N, [Case|Cases], More) :-
    N1 is N - 1,
    first_few(Pairs, N1, Cases, More).

cases([], _, _, [], Seen, Seen).
cases([case(Before, Literal, After)|Cases0], Problem, Bounds, [Case|Cases],
      Seen0, Seen) :-
    append(Before, [Literal|After], All),
    naming(All, Names),
    Bounds = bounds(_, Most),
    few_negated(Before, Most, Shown, More),
    holding_all(Shown, Problem, Bounds, [], Names, Holding, Seen0, Seen1),
    failing(Problem, Bounds, Names, Literal, Failing, Seen1, Seen2),
    shown([Literal|After], Bounds, [_|Next], MoreNeeds),
    maplist(literal_object(Names), Next, Remaining),
    Case = object([holding=Holding, more=More, failing=Failing, remaining=Remaining,
                   more_needs=MoreNeeds]),
    cases(Cases0, Problem, Bounds, Cases, Seen2, Seen).

                /*******************************
                *       EXPLAINED ATOMS        *
                *******************************/

seen(Atom, Seen) :-
    variant_key(Atom, Key),
    get_assoc(Key, Seen, true).

see(Atom, Seen0, Seen) :-
    variant_key(Atom, Key),
    put_assoc(Key, Seen0, true, Seen).

%   variant_key(+Term, -Key): Key is ground, and the same for variants of Term with the
%   same constraints on their variables.

variant_key(Term, Key) :-
    copy_term(Term, Plain, Constraints),
    Key = Plain-Constraints,
    numbervars(Key, 0, _).
