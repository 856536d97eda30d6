:- module(fold_explain,
          [ explain_atom/5,             % +Problem, +Text, +Depth, +Limit, -Reply
            explain_examples/5          % +Problem, +Indices, +Depth, +Limit, -Reply
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(fold_text).
:- use_module(fold_json, [json_write/1]).
:- use_module(fold_ask, [guarded/4]).
:- use_module(fold_load, [defined/3, rule_at/4, companion/2, error_text/2]).
:- use_module(fold_theory, [theory_clause/3]).

/** <module> Why an atom holds, or does not

An explanation is a tree of nodes. Every node is a literal with its values, and
says whether it holds, which Prolog itself decides, and how that comes:

  - `fact`, or `rule` with the literals of a clause that all hold;
  - `rules` that were tried and failed, or `none` to be tried;
  - `negation`, with the node of the atom that is negated;
  - `computed`, by a built-in such as a comparison;
  - `seen`, explained elsewhere in the same tree;
  - `deep`, not looked into because the tree is deep enough.

A rule that fails has cases: the first literals of its body that hold together,
and the first one that then fails. An explanation never rests on itself: a rule is
given only where its body has an explanation of its own.
*/

%!  explain_atom(+Problem, +Text:string, +Depth, +Limit, -Reply) is det.
%
%   Reply is the explanation of the ground atom Text, as JSON.
%
%   @throws fold_error(goal_syntax, ...), fold_error(goal_kind, ...),
%           fold_error(goal_variable, ...), fold_error(goal_undefined, ...)

:- det(explain_atom/5).
explain_atom(Name, Text, Depth, Limit, [Json]) :-
    atom_string(Problem, Name),
    parse_goal(Problem, Text, Atom),
    explain(Problem, Depth, Limit, Atom, Json).

%!  explain_examples(+Problem, +Indices:string, +Depth, +Limit, -Reply) is det.
%
%   Reply is the explanation of each of the examples with the packed Indices.

:- det(explain_examples/5).
explain_examples(Name, Packed, Depth, Limit, Reply) :-
    atom_string(Problem, Name),
    companion(Problem, Companion),
    unpack(Packed, Indices),
    findall(Json,
            ( member(Index, Indices),
              Companion:example(Index, Atom),
              explain(Problem, Depth, Limit, Atom, Json)
            ),
            Reply).

parse_goal(Problem, Text, Goal) :-
    catch(term_string(Goal, Text, [module(Problem), variable_names(Bindings)]),
          error(syntax_error(What), _),
          ( error_text(error(syntax_error(What), _), Message),
            throw(fold_error(goal_syntax, '', 0, [Text, Message])) )),
    check_goal(Goal, Problem, Text, Bindings).

check_goal(Goal, Problem, Text, Bindings) :-
    (   ( \+ callable(Goal) ; Goal == end_of_file ; control(Goal) ; Goal = (\+ _) )
    ->  throw(fold_error(goal_kind, '', 0, [Text]))
    ;   functor(Goal, Name, Arity),
        \+ defined(Problem, Name, Arity)
    ->  quoted(Name, Quoted),
        throw(fold_error(goal_undefined, '', 0, [Quoted, Arity]))
    ;   Bindings = [Variable=_|_]
    ->  throw(fold_error(goal_variable, '', 0, [Text, Variable]))
    ;   \+ ground(Goal)
    ->  throw(fold_error(goal_variable, '', 0, [Text, '_']))
    ;   true
    ).

explain(Problem, Depth, Limit, Atom, Json) :-
    guarded(explanation(Problem, Depth, Atom, Node), Problem, Atom, Limit),
    with_output_to(string(Json), json_write(Node)).

explanation(Problem, Depth, Atom, Node) :-
    empty_assoc(Seen),
    (   \+ \+ Problem:Atom
    ->  holding(Problem, Depth, [], [], Atom, Node, Seen, _)
    ;   failing(Problem, Depth, [], Atom, Node, Seen, _)
    ),
    !.

                /*******************************
                *         WHAT HOLDS           *
                *******************************/

%   holding(+Problem, +Depth, +Above, +Names, +Literal, -Node, +Seen0, -Seen)
%
%   Explain a literal that holds. Above are the atoms that this one is to explain;
%   fails where every explanation would lead back to them. Names are for the
%   literal's variables, if any are left.

holding(Problem, Depth, _, Names, Literal, Node, Seen0, Seen) :-
    negated(Literal, Atom),
    !,
    failing(Problem, Depth, Names, Atom, Inner, Seen0, Seen),
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
holding(_, 0, _, Names, Atom, Node, Seen, Seen) :-
    !,
    node(Atom, Names, true, deep, [], Node).
holding(Problem, Depth, Above, Names, Atom, Node, Seen0, Seen) :-
    \+ ( member(Other, Above), Other =@= Atom ),
    Less is Depth - 1,
    copy_term(Atom, Goal),
    attempt(Problem, Goal, Ref, Literals),
    conjunction(Literals, Body),
    call(Problem:Body),
    names(Literals, BodyNames),
    holding_all(Literals, Problem, Less, [Atom|Above], BodyNames, Nodes, Seen0, Seen1),
    !,
    see(Atom, Seen1, Seen),
    rule_object(Problem, Ref, Rule),
    node(Atom, Names, true, rule, [rule=Rule, because=Nodes], Node).

holding_all([], _, _, _, _, [], Seen, Seen).
holding_all([Literal|Literals], Problem, Depth, Above, Names, [Node|Nodes], Seen0, Seen) :-
    holding(Problem, Depth, Above, Names, Literal, Node, Seen0, Seen1),
    !,
    holding_all(Literals, Problem, Depth, Above, Names, Nodes, Seen1, Seen).

                /*******************************
                *         WHAT FAILS           *
                *******************************/

%   failing(+Problem, +Depth, +Names, +Literal, -Node, +Seen0, -Seen)
%
%   Explain a literal that has no solution.

failing(Problem, Depth, Names, Literal, Node, Seen0, Seen) :-
    negated(Literal, Atom),
    !,
    holding(Problem, Depth, [], Names, Atom, Inner, Seen0, Seen),
    node(Literal, Names, false, negation, [because=[Inner]], Node).
failing(Problem, _, Names, Literal, Node, Seen, Seen) :-
    \+ explicable(Problem, Literal),
    !,
    node(Literal, Names, false, computed, [], Node).
failing(Problem, Depth, Names, Atom, Node, Seen0, Seen) :-
    findall(try(Ref, Literals), attempt(Problem, Atom, Ref, Literals), Tries),
    (   no_further(Tries, Depth, Atom, Seen0, How)
    ->  node(Atom, Names, false, How, [], Node),
        Seen = Seen0
    ;   see(Atom, Seen0, Seen1),
        Less is Depth - 1,
        attempts(Tries, Problem, Less, Attempts, Seen1, Seen),
        node(Atom, Names, false, rules, [attempts=Attempts], Node)
    ).

no_further([], _, _, _, none) :- !.
no_further(_, _, Atom, Seen, seen) :- seen(Atom, Seen), !.
no_further(_, 0, _, _, deep).

attempts([], _, _, [], Seen, Seen).
attempts([try(Ref, Literals)|Tries], Problem, Depth, [Attempt|Attempts], Seen0, Seen) :-
    rule_object(Problem, Ref, Rule),
    first_failing(Problem, Literals, Before, Literal, After),
    instances(Problem, Before, Literal, After, Shown, More),
    cases(Shown, Problem, Depth, Cases, Seen0, Seen1),
    Attempt = object([rule=Rule, cases=Cases, more=More]),
    attempts(Tries, Problem, Depth, Attempts, Seen1, Seen).

%   first_failing(+Problem, +Literals, -Before, -Literal, -After)
%
%   Before can hold together, but not with Literal. Where all can, only a cut
%   of an earlier clause has stopped the rule: Literal is `cut`.

first_failing(Problem, Literals, Before, Literal, After) :-
    append(Before, [Literal|After], Literals),
    append(Before, [Literal], Tried),
    conjunction(Tried, Body),
    \+ Problem:Body,
    !.
first_failing(_, Literals, Literals, cut, []).

%   The ways in which Before holds, one for each instance of Literal; the first
%   few are shown, More is the number of the others.

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
cases([case(Before, Literal, After)|Cases0], Problem, Depth, [Case|Cases], Seen0, Seen) :-
    append(Before, [Literal|After], All),
    names(All, Names),
    holding_all(Before, Problem, Depth, [], Names, Holding, Seen0, Seen1),
    failing(Problem, Depth, Names, Literal, Failing, Seen1, Seen2),
    maplist(literal_object(Names), After, Remaining),
    Case = object([holding=Holding, failing=Failing, remaining=Remaining]),
    cases(Cases0, Problem, Depth, Cases, Seen2, Seen).

                /*******************************
                *        RULES, BODIES         *
                *******************************/

negated(Literal, _) :- var(Literal), !, fail.
negated(\+ Atom, Atom).
negated(not(Atom), Atom).
negated(tnot(Atom), Atom).

%   explicable(+Problem, +Goal): Goal has clauses of the problem, or parts.

explicable(_, Goal) :-
    control(Goal),
    !.
explicable(Problem, Goal) :-
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(call(_)).
control(once(_)).

%   attempt(+Problem, +Goal, -Ref, -Literals) is nondet.
%
%   One way to prove Goal: all Literals must hold. Ref is the rule, or `none` for
%   what is no predicate but a body's part.

attempt(_, Goal, none, Literals) :-
    control(Goal),
    !,
    phrase(literals(Goal), Literals).
attempt(Problem, Goal, Ref, Literals) :-
    clause(Problem:Goal, Body, Ref),
    Body \== true,
    phrase(literals(Body), Literals).

%   A disjunction gives several ways; a condition that fails counts as negated.

literals(Goal) --> { var(Goal) }, !, [call(Goal)].
literals((A, B)) --> !, literals(A), literals(B).
literals(true) --> !, [].
literals(!) --> !, [].
literals((If -> Then ; Else)) --> !, choice(If, Then, Else).
literals((If *-> Then ; Else)) --> !, choice(If, Then, Else).
literals((A ; B)) --> !, ( literals(A) ; literals(B) ).
literals((If -> Then)) --> !, literals(If), literals(Then).
literals((If *-> Then)) --> !, literals(If), literals(Then).
literals(call(Goal)) --> !, literals(Goal).
literals(once(Goal)) --> !, literals(Goal).
literals(Goal) --> [Goal].

choice(If, Then, _) --> literals(If), literals(Then).
choice(If, _, Else) --> [\+ If], literals(Else).

conjunction([], true).
conjunction([Literal|Literals], Body) :-
    conjunction(Literals, Literal, Body).

conjunction([], Literal, Literal).
conjunction([Next|Literals], Literal, (Literal, Body)) :-
    conjunction(Literals, Next, Body).

                /*******************************
                *            NODES             *
                *******************************/

node(Literal, Names, Holds, How, Extra, object(Fields)) :-
    literal_fields(Literal, Names, LiteralFields),
    append(LiteralFields, [holds=Holds, how=How|Extra], Fields).

literal_object(Names, Literal, object(Fields)) :-
    literal_fields(Literal, Names, Fields).

%   The text of a literal, and its parts so that a sentence can be made of them.

literal_fields(Literal, Names, [literal=Text, negated=Negated|Parts]) :-
    (   negated(Literal, Atom)
    ->  Negated = true,
        atom_text(Atom, Names, AtomText),
        string_concat("\\+ ", AtomText, Text)
    ;   Negated = false,
        Atom = Literal,
        atom_text(Atom, Names, Text)
    ),
    atom_parts(Atom, Names, Parts).

atom_text(Atom, Names, Text) :-
    Atom =.. [Name, Left, Right],
    comparison(Name),
    !,
    spaced(Left, Names, LeftText),
    spaced(Right, Names, RightText),
    format(string(Text), "~w ~w ~w", [LeftText, Name, RightText]).
atom_text(Atom, Names, Text) :-
    spaced(Atom, Names, Text).

comparison(Name) :-
    memberchk(Name, [=<, <, >, >=, =:=, =\=, =, \=, ==, \==, is]).

atom_parts(Atom, Names, [name=Quoted, args=Texts|Size]) :-
    Atom =.. [Name|Args],
    quoted(Name, Quoted),
    maplist(spaced_with(Names), Args, Texts),
    (   Atom = member(_, List),
        is_list(List)
    ->  length(List, Length),
        Size = [size=Length]
    ;   Size = []
    ).

spaced_with(Names, Term, Text) :-
    spaced(Term, Names, Text).

%   names(+Term, -Names): A, B, ... for the variables of Term.

names(Term, Names) :-
    term_variables(Term, Variables),
    name_all(Variables, 0, Names).

name_all([], _, []).
name_all([Variable|Variables], N, [Name=Variable|Names]) :-
    Letter is 0'A + N mod 26,
    Turn is N // 26,
    (   Turn =:= 0
    ->  char_code(Name, Letter)
    ;   format(atom(Name), "~c~d", [Letter, Turn])
    ),
    N1 is N + 1,
    name_all(Variables, N1, Names).

%   The rule as {index, file, line, text}: index is the theory's own numbering,
%   else null. A fact of the background has no place.

rule_object(Problem, Ref, Object) :-
    Ref \== none,
    rule_at(Problem, Ref, File, Line),
    !,
    (   theory_clause(Problem, Ref, Index)
    ->  true
    ;   Index = null
    ),
    clause(Problem:Head, Body, Ref),
    rule_text(Head, Body, Text),
    atom_string(File, FileText),
    Object = object([index=Index, file=FileText, line=Line, text=Text]).
rule_object(_, _, null).

rule_text(Head, true, Text) :-
    !,
    names(Head, Names),
    spaced(Head, Names, HeadText),
    string_concat(HeadText, ".", Text).
rule_text(Head, Body, Text) :-
    names(Head-Body, Names),
    spaced(Head, Names, HeadText),
    conjuncts(Body, Literals),
    maplist(literal_text(Names), Literals, Texts),
    atomic_list_concat(Texts, ', ', BodyText),
    format(string(Text), "~w :- ~w.", [HeadText, BodyText]).

conjuncts(Body, [A|Literals]) :-
    nonvar(Body),
    Body = (A, B),
    !,
    conjuncts(B, Literals).
conjuncts(Literal, [Literal]).

literal_text(Names, Literal, Text) :-
    literal_fields(Literal, Names, [literal=Text|_]).

                /*******************************
                *         SEEN BEFORE          *
                *******************************/

seen(Atom, Seen) :-
    variant_key(Atom, Key),
    get_assoc(Key, Seen, true).

see(Atom, Seen0, Seen) :-
    variant_key(Atom, Key),
    put_assoc(Key, Seen0, true, Seen).

%   A ground term that variants share.

variant_key(Term, Key) :-
    copy_term(Term, Key),
    numbervars(Key, 0, _).
