:- module(fold_examples,
          [ example_predicates/2,       % +Problem, -Reply
            forget_examples/2,          % +Problem, -Reply

            example_at/5,               % ?Problem, ?Polarity, ?Atom, ?File, ?Line
            add_example/6,              % +Term, +Polarity, +Problem, +Bindings, +File,
                                        % +Line
            add_labelled/5              % +Term, +Problem, +Bindings, +File, +Line
          ]).
:- use_module(library(lists), [clumped/2, member/2]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module(fold_problem, []).
:- use_module('../terms/fold_text', [kind_of/2, quoted/2, quoted_with_names/3]).

/** <module> Examples as the files have them

An example is a ground atom with its polarity, `pos` or `neg`, and its place. Examples
are kept in the order of the files, duplicates included; `fold_index` numbers them.
*/

%!  example_at(?Problem, ?Polarity, ?Atom, ?File, ?Line) is nondet.
%
%   Atom is an example of Problem; File is '' for one that no file has.

:- dynamic example_at/5.

fold_problem:forget(Problem) :-
    retractall(example_at(Problem, _, _, _, _)).

%!  forget_examples(+Problem, -Reply) is det.
%
%   Delete the examples that have been read.

forget_examples(Problem, []) :-
    retractall(example_at(Problem, _, _, _, _)).

%!  add_example(+Term, +Polarity, +Problem, +Bindings, +File, +Line) is det.
%
%   Add a ground atom as an example.
%
%   @throws fold_error(no_arguments, File, Line, [Name]),
%           fold_error(not_an_example, File, Line, [Kind]),
%           fold_error(qualified_example, File, Line, [Text]),
%           fold_error(joined, File, Line, [Name]),
%           fold_error(not_ground, File, Line, [Text, Variable])

add_example(Term, _, _, _, File, Line) :-
    compound(Term),
    compound_name_arity(Term, Name, 0),
    !,
    throw(fold_error(no_arguments, File, Line, [Name])).
add_example(Term, _, _, _, File, Line) :-
    \+ atom_like(Term),
    !,
    kind_of(Term, Kind),
    throw(fold_error(not_an_example, File, Line, [Kind])).
add_example((:- Directive), _, Problem, Bindings, File, Line) :-
    !,
    call_loading(fold_directives:directive(Directive, Problem, Bindings, File, Line)).
add_example((_ :- _), _, _, _, File, Line) :-
    !,
    throw(fold_error(not_an_example, File, Line, ["a rule"])).
add_example(Atom, _, _, _, File, Line) :-
    functor(Atom, Name, 2),
    memberchk(Name, [',', ;]),
    !,
    throw(fold_error(joined, File, Line, [Name])).
add_example(Module:Atom, _, _, Bindings, File, Line) :-
    !,
    quoted_with_names(Module:Atom, Bindings, Text),
    throw(fold_error(qualified_example, File, Line, [Text])).
add_example(Atom, _, _, Bindings, File, Line) :-
    \+ ground(Atom),
    !,
    ( member(Name=_, Bindings) -> true ; Name = '_' ),
    quoted_with_names(Atom, Bindings, Text),
    throw(fold_error(not_ground, File, Line, [Text, Name])).
add_example(Atom, Polarity, Problem, _, File, Line) :-
    assertz(example_at(Problem, Polarity, Atom, File, Line)).

atom_like(Term) :-
    atom(Term),
    !.
atom_like(Term) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    atom(Name),
    Arity > 0.

%!  add_labelled(+Term, +Problem, +Bindings, +File, +Line) is det.
%
%   Add one of Popper's examples: pos(Atom) or neg(Atom).
%
%   @throws fold_error(not_labelled, File, Line, [Text]), and what add_example/6 throws

add_labelled(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    labelled(Term, Atom, Polarity),
    !,
    add_example(Atom, Polarity, Problem, Bindings, File, Line).
add_labelled(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    !,
    call_loading(
        fold_directives:foreign_directive(Directive, Problem, Bindings, File, Line)).
add_labelled(Term, _, Bindings, File, Line) :-
    quoted_with_names(Term, Bindings, Text),
    throw(fold_error(not_labelled, File, Line, [Text])).

labelled(pos(Atom), Atom, pos).
labelled(neg(Atom), Atom, neg).

%!  example_predicates(+Problem, -Reply) is det.
%
%   For each predicate among the examples six strings: polarity, name, arity,
%   number of examples, and file and line of the first.

example_predicates(Problem, Reply) :-
    findall(Polarity-Functor/Arity,
            ( example_at(Problem, Polarity, Atom, _, _),
              functor(Atom, Functor, Arity)
            ),
            Keys),
    msort(Keys, Sorted),
    clumped(Sorted, Counts),
    findall(Field,
            ( member(Key-Count, Counts),
              example_fields(Problem, Key, Count, Fields),
              member(Field, Fields)
            ),
            Reply).

example_fields(Problem, Polarity-Functor/Arity, Count,
               [Polarity, Quoted, Arity, Count, File, Line]) :-
    functor(Atom, Functor, Arity),
    once(example_at(Problem, Polarity, Atom, File, Line)),
    quoted(Functor, Quoted).
