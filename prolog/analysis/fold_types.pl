:- module(fold_types,
          [ argument_types/4,           % +Problem, +Name, +Arity, -Reply
            closed_world/4,             % +Problem, +Positions, +Cap, -Reply

            check_world_size/2,               % +Domains, +Cap
            close_world/3               % +Problem, +World, -Negatives
          ]).
:- use_module(library(lists), [member/2, append/3]).
:- use_module(library(apply), [maplist/3, foldl/4]).
:- use_module(library(ordsets), [ord_intersection/3, ord_subtract/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_calls, [body_calls/3]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module(fold_flow, [computes/3]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [named/2, quoted/2]).

/** <module> Types of arguments, inferred from constants

A position is one argument of one predicate, written Name/Arity/I. Two positions
have the same type if they share a constant, or if a rule has the same variable in
both. Numbers are quantities, so sharing one gives no common type, except in first
arguments and in the target, where a number names an object.
*/

:- dynamic seen_at/2.                   % Constant, Position

%!  argument_types(+Problem, +Name, +Arity, -Reply) is det.
%
%   Name/Arity is the target. Reply holds lines
%   "pos\tName\tArity\tI\tNumbers\tOthers", which count the distinct constants
%   of a position, lines "same\tN1\tA1\tI1\tN2\tA2\tI2", and for what the head of
%   a rule holds lines "computed\tName\tArity\tI" where its body computes a number,
%   and "unknown\tName\tArity\tI" where no fact or rule tells what it is.

:- det(argument_types/4).
argument_types(Problem, Name0, Arity, Lines) :-
    named(Name0, Name),
    retractall(seen_at(_, _)),
    findall(Position, position(Problem, Name/Arity, Position), Positions),
    findall(Line,
            ( member(Position, Positions),
              position_line(Problem, Name/Arity, Position, Line)
            ),
            Lines0),
    findall(Line, rule_line(Problem, Line), RuleLines),
    retractall(seen_at(_, _)),
    append(Lines0, RuleLines, Lines).

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

%   constants(+Problem, +Target, +Position, -Constants:ordset)

constants(Problem, Target, Position, Constants) :-
    findall(Value, constant(Problem, Target, Position, Value), Values),
    sort(Values, Constants).

constant(Problem, Target, Name/Arity/I, Value) :-
    functor(Head, Name, Arity),
    arg(I, Head, Value),
    (   Name/Arity == Target
    ->  example_at(Problem, _, Head, _, _)
    ;   clause(Problem:Head, _),
        ground(Value)
    ).

partition_numbers([], [], []).
partition_numbers([C|Cs], Numbers, Others) :-
    (   number(C)
    ->  Numbers = [C|Numbers1],
        Others = Others1
    ;   Numbers = Numbers1,
        Others = [C|Others1]
    ),
    partition_numbers(Cs, Numbers1, Others1).

%   rule_line(+Problem, -Line): a rule has the same variable in two positions, or an
%   argument of its head is computed by its body or not known, or an atom in some cases.

rule_line(Problem, Line) :-
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
        line(same, [First, Other], Line)
    ;   head_line(Problem, Head, Goals, Groups, Line)
    ).

head_line(Problem, Head, Goals, Groups, Line) :-
    compound(Head),
    functor(Head, Name, Arity),
    arg(I, Head, Argument),
    \+ ground(Argument),
    (   member(Goal, Goals),
        computes(Goal, Problem, Number),
        Number == Argument
    ->  line(computed, [Name/Arity/I], Line)
    ;   attvar(Argument),
        get_attr(Argument, fold_types, Variable),
        memberchk(Variable-[_, _|_], Groups),
        \+ ( member(A = B, Goals), ( A == Argument, atom(B) ; B == Argument, atom(A) ) )
    ->  fail
    ;   line(unknown, [Name/Arity/I], Line)
    ).

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

%!  closed_world(+Problem, +Positions, +Cap, -Reply) is det.
%
%   Make all atoms of the target that are no positive examples negative ones. Positions
%   has a line "Arg\tName\tArity\tI" for each position whose constants argument Arg of
%   the target ranges over; the target's own positions are among them. Reply is the
%   number of negatives made, and of those with an object that no positive example has.
%
%   @throws fold_error(cap, '', 0, [Size, Cap]) if there would be more than Cap atoms

:- det(closed_world/4).
closed_world(Problem, Positions0, Cap, [Count, Unnamed]) :-
    parse_positions(Positions0, Positions),
    once(example_at(Problem, pos, Example, _, _)),
    functor(Example, Name, Arity),
    findall(I, between(1, Arity, I), Arguments),
    maplist(domain(Problem, Name/Arity, Positions), Arguments, Domains),
    check_world_size(Domains, Cap),
    findall(Atom, product(Name, Domains, Atom), World),
    close_world(Problem, World, Negatives),
    length(Negatives, Count),
    named_objects(Problem, Named),
    maplist(ord_intersection(Named), Domains, NamedDomains),
    size(Domains, All),
    size(NamedDomains, AllNamed),
    Unnamed is All - AllNamed.

%   named_objects(+Problem, -Objects:ordset): the arguments of all positive examples.

named_objects(Problem, Objects) :-
    findall(Object,
            ( example_at(Problem, pos, Atom, _, _),
              compound(Atom),
              arg(_, Atom, Object)
            ),
            Objects0),
    sort(Objects0, Objects).

%!  close_world(+Problem, +World:ordset, -Negatives:ordset) is det.
%
%   Make the atoms of World that are no positive examples negative ones.

close_world(Problem, World, Negatives) :-
    findall(Atom, example_at(Problem, pos, Atom, _, _), Positives0),
    sort(Positives0, Positives),
    ord_subtract(World, Positives, Negatives),
    forall(member(Atom, Negatives),
           assertz(example_at(Problem, neg, Atom, '', 0))).

%   A target without arguments has no positions.

parse_positions("", []) :-
    !.
parse_positions(Text, Positions) :-
    split_string(Text, "\n", "", Lines),
    maplist(parse_position, Lines, Positions).

%!  check_world_size(+Domains:list(list), +Cap:integer) is det.
%
%   @throws fold_error(cap, '', 0, [Size, Cap]) if their product has more than Cap atoms
%   @throws fold_error(cap_cells, '', 0, [Size, Cells, Most]) if it has no more, but they
%           are large terms: more cells than Cap atoms of cells_per_atom/1

check_world_size(Domains, Cap) :-
    size(Domains, Size),
    (   Size > Cap
    ->  throw(fold_error(cap, '', 0, [Size, Cap]))
    ;   true
    ),
    cells_per_atom(PerAtom),
    Most is PerAtom * Cap,
    foldl(cells(Size), Domains, Size, Cells),
    (   Cells > Most
    ->  throw(fold_error(cap_cells, '', 0, [Size, Cells, Most]))
    ;   true
    ).

%   cells_per_atom(-Cells): a million atoms of as many take about a gigabyte of memory.

cells_per_atom(12).

%   cells(+Size, +Domain, +Cells0, -Cells): Cells is Cells0 and what Size atoms take for
%   one argument, in which each member of Domain stands as often as the others.

cells(Size, Domain, Cells0, Cells) :-
    foldl(add_cells, Domain, 0, InDomain),
    length(Domain, Length),
    Cells is Cells0 + Size + Size * InDomain // max(1, Length).

add_cells(Term, Cells0, Cells) :-
    term_size(Term, InTerm),
    Cells is Cells0 + InTerm.

parse_position(Line, Argument-(Name/Arity/I)) :-
    split_string(Line, "\t", "", [A, N, R, P]),
    number_string(Argument, A),
    named(N, Name),
    number_string(Arity, R),
    number_string(I, P).

domain(Problem, Target, Positions, Argument, Domain) :-
    trie_new(Seen),
    findall(Constant,
            ( member(Argument-Position, Positions),
              constant(Problem, Target, Position, Constant),
              trie_insert(Seen, Constant)
            ),
            Constants),
    trie_destroy(Seen),
    sort(Constants, Domain).

%   size(+Domains, -Size): Size is how many tuples their product has.

size(Domains, Size) :-
    foldl(times, Domains, 1, Size).

times(Domain, N0, N) :-
    length(Domain, Length),
    N is N0 * Length.

product(Name, Domains, Atom) :-
    maplist(member_of, Domains, Args),
    Atom =.. [Name|Args].

member_of(List, X) :- member(X, List).
