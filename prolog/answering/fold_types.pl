:- module(fold_types,
          [ argument_types/4            % +Problem, +Name, +Arity, -Reply
          ]).
:- use_module(library(lists), [append/2, clumped/2, member/2]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(fold_ask, [ask/6]).
:- use_module('../analysis/fold_calls', [body_call/3, body_calls/3]).
:- use_module('../analysis/fold_components', [faultless/3]).
:- use_module('../analysis/fold_constants', [constant/4]).
:- use_module('../analysis/fold_flow', [computes/3]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [named/2, quoted/2]).

/** <module> Types of arguments, inferred from constants

A position is one argument of one predicate, written Name/Arity/I. Two positions
have the same type if they share a constant, or if a rule has the same variable in
both. Numbers are quantities, so sharing one gives no common type, except in first
arguments and in the target, where a number names an object. Where the text of a rule does
not tell what an argument of its head holds,

    year(X, Y) :- born(X, date(Y, _, _)).

the first answers of its predicate do.
*/

:- dynamic
    seen_at/2,                          % Constant, Position
    answered/2.                         % Position, Value

first_answers(100).
patience(10_000).                       % inferences for a question

%!  argument_types(+Problem, +Name, +Arity, -Reply) is det.
%
%   Name/Arity is the target. Reply holds lines
%   "pos\tName\tArity\tI\tNumbers\tOthers", which count the distinct constants
%   of a position, lines "same\tN1\tA1\tI1\tN2\tA2\tI2", and for what the head of
%   a rule holds lines "computed\tName\tArity\tI" where its body computes a number,
%   and "unknown\tName\tArity\tI" where no fact, rule or answer tells what it is. Lines
%   "objects\tName\tArity\tI\tCount" count the integers that first occur in a position
%   where they name objects, and "named\tN1\tA1\tI1\tN2\tA2\tI2\tCount" those of them
%   that the first position holds, of which it is not known.

:- det(argument_types/4).
argument_types(Problem, Name0, Arity, Lines) :-
    named(Name0, Name),
    forget_walk,
    findall(Found, in_rule(Problem, Found), InRules),
    findall(Position, member(unknown(Position), InRules), Unknown),
    ask_all(Problem, Unknown),
    forall(member(atom(Position), InRules), retractall(answered(Position, _))),
    findall(Position, position(Problem, Name/Arity, Position), Positions),
    findall(Line,
            ( member(Position, Positions),
              position_line(Problem, Name/Arity, Position, Line)
            ),
            Lines0),
    findall(Line, ( member(Found, InRules), rule_line(Found, Line) ), RuleLines),
    findall(Line, name_line(Problem, Name/Arity, Positions, Line), NameLines),
    forget_walk,
    append([Lines0, RuleLines, NameLines], Lines).

forget_walk :-
    retractall(seen_at(_, _)),
    retractall(answered(_, _)).

position(_, Name/Arity, Name/Arity/I) :-
    between(1, Arity, I).
position(Problem, _, Name/Arity/I) :-
    defined(Problem, Name, Arity),
    between(1, Arity, I).

position_line(Problem, Target, Position, Line) :-
    constants(Problem, Target, Position, Constants),
    partition_numbers(Constants, Numbers, Others),
    (   length(Numbers, Ns),
        length(Others, Os),
        line(pos, [Position, Ns, Os], Line)
    ;   Position = Name/Arity/I,
        (   ( I =:= 1 ; Name/Arity == Target )
        ->  Linking = Constants
        ;   Linking = Others
        ),
        findall(Earlier, earlier(Linking, Position, Earlier), Earlier0),
        sort(Earlier0, EarlierPositions),
        member(Earlier, EarlierPositions),
        line(same, [Position, Earlier], Line)
    ).

%   earlier(+Constants, +Position, -Earlier) is nondet.
%
%   Earlier is a position that has one of Constants. A constant that is new is kept as
%   one of Position.

earlier(Constants, Position, Earlier) :-
    member(Constant, Constants),
    (   seen_at(Constant, Earlier)
    ->  true
    ;   assertz(seen_at(Constant, Position)),
        fail
    ).

%   name_line(+Problem, +Target, +Positions, -Line) is nondet.
%
%   Count the integers that name objects, and how many of them other positions have.

name_line(Problem, Target, Positions, Line) :-
    findall(Position, seen_integer(_, Position), Objects),
    clumps(Objects, Counts),
    Counts \== [],
    (   member(Position-Count, Counts),
        line(objects, [Position, Count], Line)
    ;   member(Name/Arity/I, Positions),
        I > 1,
        Name/Arity \== Target,
        constants(Problem, Target, Name/Arity/I, Constants),
        findall(Position, ( member(C, Constants), seen_integer(C, Position) ), Named),
        clumps(Named, Clumps),
        member(Position-Count, Clumps),
        line(named, [Name/Arity/I, Position, Count], Line)
    ).

seen_integer(Constant, Position) :-
    seen_at(Constant, Position),
    integer(Constant).

clumps(Positions, Clumps) :-
    msort(Positions, Sorted),
    clumped(Sorted, Clumps).

%   constants(+Problem, +Target, +Position, -Constants:ordset)

constants(Problem, Target, Position, Constants) :-
    findall(Value,
            ( constant(Problem, Target, Position, Value) ; answered(Position, Value) ),
            Values),
    sort(Values, Constants).

partition_numbers([], [], []).
partition_numbers([C|Cs], Numbers, Others) :-
    (   number(C)
    ->  Numbers = [C|Numbers1],
        Others = Others1
    ;   Numbers = Numbers1,
        Others = [C|Others1]
    ),
    partition_numbers(Cs, Numbers1, Others1).

%   in_rule(+Problem, -Found): a rule has the same variable in two positions,
%   same(Position, Position), or an argument of its head is computed(Position) by its body
%   or unknown(Position), or an atom(Position) in some cases, which answers may not show.

in_rule(Problem, Found) :-
    rule_at(Problem, Ref, _, _),
    clause(Problem:Head, Body, Ref),
    body_calls(Body, Problem, Goals),
    term_variables(Head-Body, Variables),
    foldl(number_variable, Variables, 1, _),
    findall(Number-Position, occurs_at(Problem, Number, [Head|Goals], Position), Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    (   member(_-[First|Rest], Groups),
        member(Other, Rest),
        Found = same(First, Other)
    ;   in_head(Problem, Head, Goals, Groups, Found)
    ).

in_head(Problem, Head, Goals, Groups, Found) :-
    compound(Head),
    functor(Head, Name, Arity),
    arg(I, Head, Argument),
    \+ ground(Argument),
    (   member(Goal, Goals),
        computes(Goal, Problem, Number),
        Number == Argument
    ->  Found = computed(Name/Arity/I)
    ;   member(A = B, Goals),
        ( A == Argument, atom(B) ; B == Argument, atom(A) )
    ->  Found = atom(Name/Arity/I)
    ;   attvar(Argument),
        get_attr(Argument, fold_types, Variable),
        memberchk(Variable-[_, _|_], Groups)
    ->  fail
    ;   Found = unknown(Name/Arity/I)
    ).

rule_line(unknown(Position), Line) :-
    findall(Value, answered(Position, Value), Values),
    Values \== [],
    !,
    forall(member(Value, Values), number(Value)),
    line(computed, [Position], Line).
rule_line(atom(Position), Line) :-
    !,
    line(unknown, [Position], Line).
rule_line(Found, Line) :-
    Found =.. [Tag|Positions],
    line(Tag, Positions, Line).

%   ask_all(+Problem, +Positions): keep what the first answers have in each position. Where
%   a question without arguments has no answer, the arguments of the first examples are
%   tried as first arguments, of which this tells nothing. Positions that have other terms
%   than constants stay unknown.

ask_all(Problem, Positions0) :-
    first_answers(Count),
    findall(Object,
            limit(Count, ( example_at(Problem, _, Atom, _, _),
                           compound(Atom),
                           arg(_, Atom, Object) )),
            Objects),
    sort(Positions0, Positions),
    findall(Predicate-I, member(Predicate/I, Positions), Pairs),
    group_pairs_by_key(Pairs, Groups),
    trie_new(Verdicts),
    forall(( member(Predicate-Is, Groups),
             faultless(calls_untabled(Problem), Predicate, Verdicts),
             answer(Problem, Predicate, Is, Objects, I-Value)
           ),
           assertz(answered(Predicate/I, Value))),
    trie_destroy(Verdicts),
    forall(( answered(Position, Value), var(Value) ), retractall(answered(Position, _))).

%   calls_untabled(+Problem, +Predicate, -Predicates) is semidet.
%
%   Predicate is not tabled: a table may need more time and memory than there is patience
%   for, since it has all answers.

calls_untabled(Problem, Name/Arity, Predicates) :-
    functor(Head, Name, Arity),
    \+ predicate_property(Problem:Head, tabled),
    findall(N/A,
            ( clause(Problem:Head, Body),
              body_call(Body, Problem, Goal),
              functor(Goal, N, A),
              defined(Problem, N, A)
            ),
            Predicates0),
    sort(Predicates0, Predicates).

answer(Problem, Name/Arity, Is, Objects, I-Value) :-
    functor(Head, Name, Arity),
    (   first_answers(Problem, true, Head, Is, Answers),
        Answers \== []
    ->  From = 1
    ;   arg(1, Head, Object),
        first_answers(Problem, lists:member(Object, Objects), Head, Is, Answers),
        From = 2
    ),
    member(Values, Answers),
    member(I-Value, Values),
    I >= From.

first_answers(Problem, Given, Head, Is, Answers) :-
    first_answers(Count),
    patience(Limit),
    catch(ask(limit(Count, ( Given, Problem:Head, fold_types:values(Is, Head, Values) )),
              Problem, Head, Limit, Values, Answers),
          fold_error(_, _, _, _),
          fail).

%   values(+Is, +Head, -Values): a variable stands for a term that has arguments, which
%   may be too large for copying.

values([], _, []).
values([I|Is], Head, [I-Value|Values]) :-
    arg(I, Head, Argument),
    ( atomic(Argument) -> Value = Argument ; true ),
    values(Is, Head, Values).

%   number_variable(+Variable, +Number, -Next): no term of a file can look like a
%   variable with an attribute.

number_variable(Variable, Number, Next) :-
    put_attr(Variable, fold_types, Number),
    Next is Number + 1.

occurs_at(Problem, Number, Goals, Name/Arity/I) :-
    member(Goal, Goals),
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity),
    compound(Goal),
    arg(I, Goal, Argument),
    attvar(Argument),
    get_attr(Argument, fold_types, Number).

line(Tag, Items, Line) :-
    maplist(item_text, Items, Texts),
    atomic_list_concat([Tag|Texts], '\t', Atom),
    atom_string(Atom, Line).

item_text(Name/Arity/I, Text) :-
    !,
    quoted(Name, Quoted),
    format(atom(Text), "~w\t~w\t~w", [Quoted, Arity, I]).
item_text(Number, Number).
