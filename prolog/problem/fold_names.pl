:- module(fold_names,
          [ unknown_names/4             % +Problem, +Name, +Arity, -Reply
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_problem, [defined/3]).
:- use_module('../terms/fold_text', [named/2, quoted/2]).

/** <module> Names in examples that the background does not have

Who misspells a name in an example gives an example about nothing. An atom that no clause
of the background has is such a name, if the same example names something that is known.
*/

most_clauses(200 000).                  % of a background that is looked through

%!  unknown_names(+Problem, +Name:string, +Arity, -Reply) is det.
%
%   Name/Arity is the target. For each argument with unknown names Reply has six fields:
%   the argument, how many atoms examples have there, how many of them are unknown, the
%   first of those in the order of terms, and file and line of the first example with it.

:- det(unknown_names/4).
unknown_names(Problem, Name0, Arity, Reply) :-
    named(Name0, Name),
    (   Arity >= 2,
        few_clauses(Problem)
    ->  functor(Example, Name, Arity),
        trie_new(Known),
        forall(background_term(Problem, Term), know([Term], Known)),
        findall(Field,
                ( between(1, Arity, I),
                  argument_fields(Problem, Example, I, Known, Fields),
                  member(Field, Fields)
                ),
                Reply),
        trie_destroy(Known)
    ;   Reply = []
    ).

few_clauses(Problem) :-
    aggregate_all(sum(Count),
                  ( defined(Problem, Name, Arity),
                    functor(Head, Name, Arity),
                    predicate_property(Problem:Head, number_of_clauses(Count))
                  ),
                  Clauses),
    most_clauses(Most),
    Clauses =< Most.

%   given_name(+Problem, ?Example, -I, -Atom, -File, -Line): argument I of an example in
%   a file is Atom.

given_name(Problem, Example, I, Atom, File, Line) :-
    example_at(Problem, _, Example, File, Line),
    File \== '',
    arg(I, Example, Atom),
    atom(Atom),
    Atom \== [].

background_term(Problem, Head-Body) :-
    defined(Problem, Name, Arity),
    functor(Head, Name, Arity),
    clause(Problem:Head, Body).

%   know(+Terms, +Known): Known has the atoms in Terms, which may be long lists.

know([], _).
know([Term|Terms], Known) :-
    (   atom(Term)
    ->  trie_update(Known, Term, true),
        know(Terms, Known)
    ;   compound(Term)
    ->  compound_name_arguments(Term, _, Args),
        append(Args, Terms, More),
        know(More, Known)
    ;   know(Terms, Known)
    ).

argument_fields(Problem, Example, I, Known, [I, Count, Unknown, Text, File, Line]) :-
    findall(Atom, given_name(Problem, Example, I, Atom, _, _), Atoms),
    findall(Atom-at(File0, Line0),
            ( given_name(Problem, Example, I, Atom, File0, Line0),
              \+ trie_lookup(Known, Atom, _),
              has_known_name(Example, Known)
            ),
            Places0),
    keysort(Places0, Places),
    Places = [First-at(File, Line)|_],
    pairs_keys(Places, UnknownAtoms),
    different(Atoms, Count),
    different(UnknownAtoms, Unknown),
    quoted(First, Text).

has_known_name(Example, Known) :-
    arg(_, Example, Name),
    atom(Name),
    trie_lookup(Known, Name, _),
    !.

different(Terms, Count) :-
    sort(Terms, Sorted),
    length(Sorted, Count).
