:- module(fold_objects,
          [ example_objects/2,          % +Problem, -Reply
            object_texts/3,             % +Problem, +Objects, -Reply
            object_ranks/3,             % +Problem, +Objects, -Reply

            objects/2,                  % +Module, -Trie
            object_of/4,                % +Term, +Trie, +Module, -Object
            objects_of/4,               % +Terms, +Trie, +Module, -Objects
            terms_of/3                  % +Objects, +Module, -Terms
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
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
%   Reply is three packed lists in the order of Objects:
%
%     - ranks in the standard order of terms; 1 and 1.0 are different terms;
%     - ranks of numbers by their exact values, from 2; 1 and 1.0 have the same. It is 1
%       for NaN, which compares with nothing, and 0 for a term that is no number;
%     - what the number is when it is compared with a float, which rounds integers and
%       rationals: the rank of that float, if it is among Objects, else 0. A float has
%       its own rank here.

:- det(object_ranks/3).
object_ranks(Name, Packed, [Ranks, Values, Rounded]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    unpack(Packed, Objects),
    terms_of(Objects, Module, Terms),
    ranks(Terms, 0, TermRanks),
    maplist(value_key, Terms, Keys),
    ranks([0, 1|Keys], 0, [_, _|ValueRanks]),
    trie_new(Floats),
    maplist(add_float(Floats), Terms, ValueRanks),
    maplist(rounded_rank(Floats), Terms, ValueRanks, RoundedRanks),
    trie_destroy(Floats),
    maplist(pack, [TermRanks, ValueRanks, RoundedRanks], [Ranks, Values, Rounded]).

%   ranks(+Terms, +First, -Ranks): ranks in the standard order, in the order of Terms;
%   equal terms have the same.

ranks(Terms, First, Ranks) :-
    findall(Term-Place, nth0(Place, Terms, Term), Pairs),
    keysort(Pairs, Sorted),
    ranked(Sorted, First, Ranked),
    keysort(Ranked, InPlace),
    pairs_values(InPlace, Ranks).

ranked([], _, []).
ranked([Term-Place|Pairs], Rank, [Place-Rank|Ranked]) :-
    (   Pairs = [Next-_|_],
        Next \== Term
    ->  Rank1 is Rank + 1
    ;   Rank1 = Rank
    ),
    ranked(Pairs, Rank1, Ranked).

%   value_key(+Term, -Key): keys of numbers are in the order of their exact values, after
%   1, the key of NaN, and 0, that of other terms.

value_key(Term, Key) :-
    (   \+ number(Term)
    ->  Key = 0
    ;   \+ float(Term)
    ->  Key = number(0, Term)
    ;   Term =\= Term
    ->  Key = 1
    ;   infinite(Term, Sign)
    ->  Key = number(Sign, 0)
    ;   Exact is rational(Term),
        Key = number(0, Exact)
    ).

infinite(Float, Sign) :-
    Float =:= inf,
    !,
    Sign = 1.
infinite(Float, -1) :-
    Float =:= -inf.

add_float(Floats, Term, Rank) :-
    (   float(Term),
        Rank > 1
    ->  unsigned_zero(Term, Float),
        trie_update(Floats, Float, Rank)
    ;   true
    ).

rounded_rank(Floats, Term, Rank, Rounded) :-
    (   float(Term)
    ->  Rounded = Rank
    ;   inexact(Term, Float),
        trie_lookup(Floats, Float, Rounded),
        Rounded =\= Rank,
        Term =:= Float
    ->  true
    ;   Rounded = 0
    ).

%   inexact(+Number, -Float) is semidet.
%
%   Float is the nearest to Number, an integer or rational that is perhaps no float.

inexact(Number, Float) :-
    rational(Number),
    \+ ( integer(Number), abs(Number) =< 1<<53 ),
    catch(Float0 is float(Number), error(evaluation_error(_), _),
          ( Number > 0 -> Float0 = 1.0Inf ; Float0 = -1.0Inf )),
    unsigned_zero(Float0, Float).

unsigned_zero(Float0, Float) :-
    (   Float0 =:= 0
    ->  Float = 0.0
    ;   Float = Float0
    ).
