:- module(fold_types,
          [ argument_types/4            % +Problem, +Name, +Arity, -Reply
          ]).
:- use_module(library(lists), [append/2, clumped/2, member/2]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(ordsets), [ord_subtract/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_first_answers, [answered_values/5]).
:- use_module('../analysis/fold_calls', [body_calls/3]).
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
    ask_rules(Problem, Name/Arity, InRules),
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

%   ask_rules(+Problem, +Target, +InRules): keep what is answered in positions that the
%   rules tell nothing of.

ask_rules(Problem, Target, InRules) :-
    findall(Position, member(unknown(Position), InRules), Unknown0),
    findall(Position, member(atom(Position), InRules), Atoms0),
    sort(Unknown0, Unknown1),
    sort(Atoms0, Atoms),
    ord_subtract(Unknown1, Atoms, Unknown),
    findall(P-Q, member(same(P, Q), InRules), Same),
    answered_values(Problem, Target, Unknown, Same, Answered),
    forall(member(Position-Value, Answered), assertz(answered(Position, Value))).

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
