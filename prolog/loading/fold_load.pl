:- module(fold_load,
          [ load_file/4,                % +Problem, +Path, +Role, -Reply
            load_text/5,                % +Problem, +Path, +Text, +Role, -Reply
            read_file/3                 % +Problem, +File, +Role
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_background, [add_background/5]).
:- use_module(fold_conditions,
              [begin_conditions/0, condition/4, end_conditions/1, skipping/0]).
:- use_module('../problem/fold_examples', [add_example/6, add_labelled/5]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module('../problem/fold_problem',
              [add_source_file/2, refuse_clause/3, source_file_of/3, taken_up/5]).
:- use_module(fold_read, [open_file/2, read_terms/4]).
:- use_module('../terms/fold_text', [quoted_with_names/3]).
:- use_module(fold_units, [in_unit/4]).

/** <module> Loading a file into a problem, by its role

Every term of a file becomes a clause of the background, an example or a declaration,
as the role of the file says. Clauses are added, never run; directives are never
called. What Aleph's files and directives need is loaded with the first of them.

Errors are thrown as fold_error(Kind, File, Line, Details); Python words them.
*/

%!  load_file(+Problem, +Path:string, +Role:string, -Reply) is det.
%
%   Read the file at Path. Role is "bk" for background knowledge, "pos" or "neg"
%   for examples, "exs" for Popper's examples, "aleph" for a file of Aleph's, or
%   "foreign" for the background knowledge of another system. Background that has been
%   read is not read again.

:- det(load_file/4).
load_file(Problem, Path, Role0, []) :-
    maplist(atom_string, [File, Role], [Path, Role0]),
    (   memberchk(Role, [bk, foreign]),
        absolute_file_name(File, Absolute),
        source_file_of(Problem, Absolute, _)
    ->  true
    ;   in_unit(Problem, File, named, read_file(Problem, File, Role))
    ).

%!  read_file(+Problem, +File, +Role) is det.
%
%   Take the terms of File.

read_file(Problem, File, Role) :-
    setup_call_cleanup(
        open_file(File, In),
        load_stream(In, Problem, File, Role),
        close(In)).

%!  load_text(+Problem, +Path, +Text:string, +Role, -Reply) is det.
%
%   As load_file/4, with Text in the place of what the file at Path holds.

:- det(load_text/5).
load_text(Problem, Path, Text, Role0, []) :-
    maplist(atom_string, [File, Role], [Path, Role0]),
    setup_call_cleanup(
        open_string(Text, In),
        in_unit(Problem, File, named, load_stream(In, Problem, File, Role)),
        close(In)).

load_stream(In, Problem, File, Role) :-
    add_source_file(Problem, File),
    nb_setval(fold_role, Role),
    begin_conditions,
    ( Role == aleph -> call_loading(fold_aleph:begin_sections) ; true ),
    read_terms(In, File, Problem, take_term(Role, Problem, File)),
    end_conditions(File).

%   take_term(+Role, +Problem, +File, +Term, +Bindings, +Line)
%
%   Add a term, unless it stands in a conditional part that is left out. The first
%   clause is for most terms of a large file, ground facts of a predicate that it has.

take_term(bk, Problem, _, Fact, _, _) :-
    compound(Fact),
    compound_name_arity(Fact, Name, Arity),
    Arity > 0,
    nb_getval(fold_unit, Unit),
    taken_up(Unit, Name, Arity, _, _),
    ground(Fact),
    \+ skipping,
    !,
    assertz(Problem:Fact).
take_term(_, Problem, File, Term, _, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    nonvar(Directive),
    condition(Directive, Problem, File, Line),
    !.
take_term(_, _, _, _, _, _) :-
    skipping,
    !.
take_term(Role, Problem, File, Term, Bindings, Line) :-
    catch(add_term(Role, Term, Problem, Bindings, File, Line),
          error(Formal, Context),
          refuse_term(Formal, Context, File, Line)),
    !.
take_term(_, _, File, Term, Bindings, Line) :-
    quoted_with_names(Term, Bindings, Text),
    throw(fold_error(bad_term, File, Line, [Text])).

refuse_term(domain_error(compound_non_zero_arity, Term), _, File, Line) :-
    !,
    compound_name_arity(Term, Name, 0),
    throw(fold_error(no_arguments, File, Line, [Name])).
refuse_term(Formal, Context, File, Line) :-
    refuse_clause(error(Formal, Context), File, Line).

%   add_term(+Role, +Term, +Problem, +Bindings, +File, +Line) is semidet.

add_term(bk, Term, Problem, Bindings, File, Line) :-
    add_background(Term, Problem, Bindings, File, Line).
add_term(pos, Term, Problem, Bindings, File, Line) :-
    add_example(Term, pos, Problem, Bindings, File, Line).
add_term(neg, Term, Problem, Bindings, File, Line) :-
    add_example(Term, neg, Problem, Bindings, File, Line).
add_term(exs, Term, Problem, Bindings, File, Line) :-
    add_labelled(Term, Problem, Bindings, File, Line).
add_term(aleph, Term, Problem, Bindings, File, Line) :-
    call_loading(fold_aleph:aleph_term(Term, Problem, Bindings, File, Line)).
add_term(foreign, Term, Problem, Bindings, File, Line) :-
    foreign_term(Term, Problem, Bindings, File, Line).

foreign_term(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    !,
    call_loading(
        fold_directives:foreign_directive(Directive, Problem, Bindings, File, Line)).
foreign_term(Term, Problem, Bindings, File, Line) :-
    add_background(Term, Problem, Bindings, File, Line).
