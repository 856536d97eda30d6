:- module(fold_names,
          [ unknown_names/4             % +Problem, +Name, +Arity, -Reply
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_problem, [defined/3]).
:- use_module(fold_text, [named/2, quoted/2]).

/** <module> Names in examples that the background does not have

Who misspells a name in an example gives an example about nothing. An atom that no clause
of the background has is such a name, if the same example names something that is known.
*/

most_clauses(200 000).                  % of a background that is looked through

%!  unknown_names(+Problem:string, +Name:string, +Arity, -Reply) is det.
%
%   Name/Arity is the target. For each argument with unknown names Reply has lines
%   "I\tAtoms\tText\tFile\tLine": how many different atoms examples have there, an
%   unknown one, and where the first example with it stands.

:- det(unknown_names/4).
unknown_names(Problem0, Name0, Arity, Lines) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    (   Arity >= 2,
        few_clauses(Problem)
    ->  functor(Example, Name, Arity),
        trie_new(Known),
        forall(background_term(Problem, Term), know([Term], Known)),
        findall(Line, line(Problem, Example, Known, Line), Lines),
        trie_destroy(Known)
    ;   Lines = []
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

line(Problem, Example, Known, Line) :-
    functor(Example, Name, Arity),
    between(1, Arity, I),
    findall(Atom, given_name(Problem, Example, I, Atom, _, _), Atoms0),
    sort(Atoms0, Atoms),
    length(Atoms, Count),
    member(Atom, Atoms),
    \+ trie_lookup(Known, Atom, _),
    functor(First, Name, Arity),
    once(( given_name(Problem, First, I, Atom, File, At),
           arg(_, First, Other),
           atom(Other),
           trie_lookup(Known, Other, _)
         )),
    quoted(Atom, Text),
    atomic_list_concat([I, Count, Text, File, At], '\t', Line0),
    atom_string(Line0, Line).
