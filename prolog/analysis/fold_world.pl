:- module(fold_world,
          [ closed_world/4,             % +Problem, +Positions, +Cap, -Reply
            check_world_size/2,         % +Domains, +Cap
            close_world/3               % +Problem, +World, -Negatives
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(ordsets), [ord_intersection/3, ord_subtract/3]).
:- use_module(fold_constants, [constant/4]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module('../terms/fold_text', [named/2]).

/** <module> Negative examples where no file has any

The world is closed: what is no positive example of the objects that are known is taken for
a negative one.
*/

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
