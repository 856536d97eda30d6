:- module(fold_objects,
          [ example_objects/2,          % +Problem, -Reply
            object_texts/3,             % +Problem, +Objects, -Reply
            object_ranks/3,             % +Problem, +Objects, -Reply

            objects/2,                  % +Module, -Trie
            forget_objects/1,           % +Module
            object_of/4,                % +Term, +Trie, +Module, -Object
            objects_of/4,               % +Terms, +Trie, +Module, -Objects
            terms_of/3                  % +Objects, +Module, -Terms
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(fold_problem, [companion/2]).
:- use_module('../terms/fold_size', [check_size/1]).
:- use_module('../terms/fold_text', [pack/2, quoted/2, unpack/2]).

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
    forget_objects(Module).

%!  forget_objects(+Module) is det.
%
%   Delete all objects; numbers begin at 0 again.

forget_objects(Module) :-
    (   catch(retract(Module:objects(Trie)), error(existence_error(_, _), _), fail)
    ->  trie_destroy(Trie),
        retractall(Module:object_term(_, _))
    ;   true
    ).

%!  object_of(+Term, +Trie, +Module, -Object) is det.
%
%   The number of a ground term, a new one for a new term.
%
%   @throws fold_error(deep, '', 0, []), fold_error(large, '', 0, []) for a term that is
%           too large: the trie would hold each of its parts as often as it occurs

object_of(Term, Trie, Module, Object) :-
    ( compound(Term) -> check_size(Term) ; true ),
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

%!  example_objects(+Problem, -Reply) is det.
%
%   The objects of all arguments of all examples, example by example, packed.

:- det(example_objects/2).
example_objects(Problem, [Packed]) :-
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

%!  object_texts(+Problem, +Objects:string, -Reply) is det.
%
%   The texts of packed objects.

object_texts(Problem, Packed, Texts) :-
    companion(Problem, Module),
    unpack(Packed, Objects),
    maplist(object_text(Module), Objects, Texts).

object_text(Module, Object, Text) :-
    Module:object_term(Object, Term),
    quoted(Term, Text).

%!  object_ranks(+Problem, +Objects:string, -Reply) is det.
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
object_ranks(Problem, Packed, [Ranks, Values, Rounded]) :-
    companion(Problem, Module),
    unpack(Packed, Objects),
    terms_of(Objects, Module, Terms),
    ranks(Terms, 0, TermRanks),
    (   member(Term, Terms),
        inexact(Term)
    ->  Exact = true
    ;   Exact = false
    ),
    maplist(value_key(Exact), Terms, Keys),
    ranks(Keys, 2, KeyRanks),
    maplist(value_rank, Keys, KeyRanks, ValueRanks),
    rounded_ranks(Exact, Terms, ValueRanks, RoundedRanks),
    maplist(pack, [TermRanks, ValueRanks, RoundedRanks], [Ranks, Values, Rounded]).

%   ranks(+Terms, +First, -Ranks): ranks in the standard order, in the order of Terms;
%   equal terms have the same.

ranks(Terms, First, Ranks) :-
    placed(Terms, 0, Pairs),
    keysort(Pairs, Sorted),
    ranked(Sorted, First, Ranked),
    keysort(Ranked, InPlace),
    pairs_values(InPlace, Ranks).

placed([], _, []).
placed([Term|Terms], Place, [Term-Place|Pairs]) :-
    Next is Place + 1,
    placed(Terms, Next, Pairs).

ranked([], _, []).
ranked([Term-Place|Pairs], Rank, [Place-Rank|Ranked]) :-
    (   Pairs = [Next-_|_],
        Next \== Term
    ->  Rank1 is Rank + 1
    ;   Rank1 = Rank
    ),
    ranked(Pairs, Rank1, Ranked).

%   inexact(+Term) is semidet.
%
%   Term is an integer or rational that is perhaps no float.

inexact(Term) :-
    rational(Term),
    \+ ( integer(Term), abs(Term) =< 1<<53 ).

%   value_key(+Exact, +Term, -Key): keys of numbers are in the order of their values.
%   Floats are keys, unless Exact says that some number is inexact.

value_key(_, Term, other) :-
    \+ number(Term),
    !.
value_key(_, Term, nan) :-
    float(Term),
    Term =\= Term,
    !.
value_key(false, Term, Key) :-
    ( float(Term) -> Float = Term ; Float is float(Term) ),
    unsigned_zero(Float, Key).
value_key(true, Term, number(Sign, Value)) :-
    (   \+ float(Term)
    ->  Sign = 0,
        Value = Term
    ;   infinite(Term, Sign)
    ->  Value = 0
    ;   Sign = 0,
        Value is rational(Term)
    ).

value_rank(other, _, 0) :- !.
value_rank(nan, _, 1) :- !.
value_rank(_, Rank, Rank).

infinite(Float, Sign) :-
    Float =:= inf,
    !,
    Sign = 1.
infinite(Float, -1) :-
    Float =:= -inf.

%   rounded_ranks(+Exact, +Terms, +Ranks, -Rounded): the last list of object_ranks/3.

rounded_ranks(false, Terms, Ranks, Rounded) :-
    maplist(own_rank, Terms, Ranks, Rounded).
rounded_ranks(true, Terms, Ranks, Rounded) :-
    trie_new(Floats),
    maplist(add_float(Floats), Terms, Ranks),
    maplist(rounded_rank(Floats), Terms, Ranks, Rounded),
    trie_destroy(Floats).

own_rank(Term, Rank, Rounded) :-
    (   float(Term)
    ->  Rounded = Rank
    ;   Rounded = 0
    ).

add_float(Floats, Term, Rank) :-
    (   float(Term),
        Rank > 1
    ->  unsigned_zero(Term, Float),
        trie_update(Floats, Float, Rank)
    ;   true
    ).

rounded_rank(Floats, Term, Rank, Rounded) :-
    (   inexact(Term),
        nearest(Term, Float),
        trie_lookup(Floats, Float, Rounded),
        Rounded =\= Rank,
        Term =:= Float
    ->  true
    ;   own_rank(Term, Rank, Rounded)
    ).

nearest(Number, Float) :-
    catch(Float0 is float(Number), error(evaluation_error(_), _),
          ( Number > 0 -> Float0 = 1.0Inf ; Float0 = -1.0Inf )),
    unsigned_zero(Float0, Float).

unsigned_zero(Float0, Float) :-
    (   Float0 =:= 0
    ->  Float = 0.0
    ;   Float = Float0
    ).
