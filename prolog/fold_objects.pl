:- module(fold_objects,
          [ example_objects/2,          % +Problem, -Reply
            object_texts/3,             % +Problem, +Objects, -Reply
            object_ranks/3,             % +Problem, +Objects, -Reply

            objects/2,                  % +Module, -Trie
            object_of/4,                % +Term, +Trie, +Module, -Object
            objects_of/4,               % +Terms, +Trie, +Module, -Objects
            terms_of/3                  % +Objects, +Module, -Terms
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [nth0/3]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(fold_problem, [companion/2]).
:- use_module(fold_text, [pack/2, quoted/2, unpack/2]).

/** <module> Objects: the ground terms of a problem, by number

Every ground term that occurs in an example or a solution is an object, numbered from 0
in the order in which it is first met. Only these numbers cross to Python. The
companion of the problem has the trie from terms to numbers, and object_term(Object,
Term) for the way back.
*/

%!  objects(+Module, -Trie) is det.
%
%   Trie maps ground terms to their numbers; Module is the companion of a problem.

objects(Module, Trie) :-
    dynamic([Module:objects/1, Module:object_term/2]),
    (   Module:objects(Trie)
    ->  true
    ;   trie_new(Trie),
        assertz(Module:objects(Trie)),
        flag(Module, _, 0)
    ).

fold_problem:forget(Problem) :-
    companion(Problem, Module),
    catch(Module:objects(Trie), error(existence_error(_, _), _), fail),
    trie_destroy(Trie).

%!  object_of(+Term, +Trie, +Module, -Object) is det.
%
%   The number of a ground term, a new one for a new term.

object_of(Term, Trie, Module, Object) :-
    (   trie_lookup(Trie, Term, Object)
    ->  true
    ;   flag(Module, Object, Object + 1),
        trie_insert(Trie, Term, Object),
        assertz(Module:object_term(Object, Term))
    ).

%!  objects_of(+Terms, +Trie, +Module, -Objects) is det.

objects_of([], _, _, []).
objects_of([Term|Terms], Trie, Module, [Object|Objects]) :-
    object_of(Term, Trie, Module, Object),
    objects_of(Terms, Trie, Module, Objects).

%!  terms_of(+Objects, +Module, -Terms) is det.
%
%   The terms that have the numbers Objects.

terms_of([], _, []).
terms_of([Object|Objects], Module, [Term|Terms]) :-
    Module:object_term(Object, Term),
    terms_of(Objects, Module, Terms).

%!  example_objects(+Problem:string, -Reply) is det.
%
%   The objects of all arguments of all examples, example by example, packed.

:- det(example_objects/2).
example_objects(Name, [Packed]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    objects(Module, Trie),
    findall(Object,
            ( Module:example(_, Atom),
              compound(Atom),
              arg(_, Atom, Term),
              object_of(Term, Trie, Module, Object)
            ),
            Objects),
    pack(Objects, Packed).

%!  object_texts(+Problem:string, +Objects:string, -Reply) is det.
%
%   The texts of packed objects.

object_texts(Name, Packed, Texts) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    unpack(Packed, Objects),
    maplist(object_text(Module), Objects, Texts).

object_text(Module, Object, Text) :-
    Module:object_term(Object, Term),
    quoted(Term, Text).

%!  object_ranks(+Problem:string, +Objects:string, -Reply) is det.
%
%   Reply is the ranks of packed objects in the standard order of terms, packed, in the
%   order of Objects, and a limit: an object is a number if its rank is below it.
%   Numbers of the same value have the same rank.

:- det(object_ranks/3).
object_ranks(Name, Packed, [Ranks, Numbers]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    unpack(Packed, Objects),
    findall(Term-Place,
            ( nth0(Place, Objects, Object),
              Module:object_term(Object, Term)
            ),
            Pairs),
    keysort(Pairs, Sorted),
    rank(Sorted, none, -1, Ranked, 0, Numbers),
    keysort(Ranked, InPlace),
    pairs_values(InPlace, Integers),
    pack(Integers, Ranks).

%   rank(+Sorted, +Last, +Rank, -Ranked, +Numbers0, -Numbers)
%
%   Ranked has Place-Rank for each Term-Place of Sorted; Last has the Rank before it.

rank([], _, _, [], Numbers, Numbers).
rank([Term-Place|Pairs], Last, Rank0, [Place-Rank|Ranked], Numbers0, Numbers) :-
    (   same_value(Term, Last)
    ->  Rank = Rank0
    ;   Rank is Rank0 + 1
    ),
    (   number(Term)
    ->  Numbers1 is Rank + 1
    ;   Numbers1 = Numbers0
    ),
    rank(Pairs, Term, Rank, Ranked, Numbers1, Numbers).

same_value(Term, Last) :-
    (   number(Term),
        number(Last)
    ->  Term =:= Last
    ;   Term == Last
    ).
