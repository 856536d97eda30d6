:- module(fold_problem,
          [ new_problem/2,              % +Problem, -Reply
            free_problem/2,             % +Problem, -Reply
            predicates/2,               % +Problem, -Reply
            source_files/2,             % +Problem, -Reply

            reading_operator/3,         % ?Priority, ?Type, ?Name
            companion/2,                % +Problem, -Module
            defined/3,                  % ?Problem, ?Name, ?Arity
            rule_at/4,                  % ?Problem, ?ClauseRef, ?File, ?Line
            general_fact_at/5,          % ?Problem, ?Name, ?Arity, ?File, ?Line
            source_file_of/3,           % ?Problem, ?Path, ?Unit
            trusted/1,                  % ?Problem
            changing/1,                 % +Problem
            define/4,                   % +Problem, +Head, +File, +Line
            add_defined/3,              % +Problem, +Name, +Arity
            make_local/2,               % +Problem, +Head
            add_rule/5,                 % +Problem, +Clause, +File, +Line, -ClauseRef
            refuse_clause/3,            % +Error, +File, +Line
            clause_generation/4,        % +Problem, +Name, +Arity, -Generation
            taken_up/5,                 % ?Unit, ?Name, ?Arity, ?Generations, ?Own
            add_source_file/2           % +Problem, +File
          ]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [clumped/2, member/2]).
:- use_module('../loading/fold_exports', [add_hidden/3, leave_modules/1]).
:- use_module(fold_reserved, [built_in/1, definable/3]).
:- use_module('../terms/fold_size', [oversize/2]).
:- use_module('../terms/fold_text', [error_text/2, quoted/2]).

/** <module> Problems: a module for the clauses, and what is known about them

The clauses of a problem are in a module of its own that inherits from `system` only,
so that nothing in a user's file can reach the learner. Beside it, a companion module
holds the indexed examples and the numbers of objects. This module makes and frees
both, and keeps which predicates a problem defines, where each rule stands, and which
files have been read.
*/

%!  defined(?Problem, ?Name, ?Arity) is nondet.
%
%   The files of Problem define the predicate Name/Arity. Solutions are in the order
%   in which the predicates first appear, which is the order that breaks ties.

%!  rule_at(?Problem, ?ClauseRef, ?File, ?Line) is nondet.
%
%   The rule ClauseRef of Problem stands at Line of File.

%!  general_fact_at(?Problem, ?Name, ?Arity, ?File, ?Line) is nondet.
%
%   A fact of Name/Arity that has variables stands at Line of File.

%!  source_file_of(?Problem, ?Path, ?Unit) is nondet.
%
%   The file with the absolute Path has been read into Problem, as a part of Unit, a file
%   that is loaded by itself; see fold_units.

%!  taken_up(?Unit, ?Name, ?Arity, ?Generations, ?Own) is nondet.
%
%   A file that is being loaded, Unit, defines Name/Arity. Generations is First-Last: that
%   of the predicate when Unit came to it, and when the last file that Unit loads ended.
%   Own is `true` if Unit itself has added clauses before Last; see fold_units.

%!  trusted(?Problem) is nondet.
%
%   Prolog itself has loaded files into Problem, and its rules may call anything.

:- dynamic
    defined/3,
    rule_at/4,
    general_fact_at/5,
    source_file_of/3,
    taken_up/5,
    trusted/1.

%!  forget(+Problem) is nondet.
%
%   Hook: a module that keeps something about problems deletes it here.

:- multifile forget/1.
:- dynamic forget/1.

%!  changing(+Problem) is nondet.
%
%   Hook: called before the clauses of Problem change, after they have been asked.

:- multifile changing/1.
:- dynamic changing/1.

%!  new_problem(+Problem, -Reply) is det.
%
%   Make an empty problem.

new_problem(Problem, []) :-
    set_module(Problem:class(temporary)),
    set_module(Problem:base(system)),
    forall(reading_operator(Priority, Type, Operator),
           op(Priority, Type, Problem:Operator)),
    companion(Problem, Companion),
    set_module(Companion:class(temporary)),
    set_module(Companion:base(system)),
    leave_modules([]),
    nb_setval(fold_unit, none),
    set_random(seed(0)).                % the same files give the same answers

%!  reading_operator(?Priority, ?Type, ?Name) is nondet.
%
%   The operators of modes, `color(+ball, #color)`, and of s(CASP)'s sentences,
%   `:- pred not fly(X) :: '@(X) cannot fly'`, which every problem has from the start.

reading_operator(500, fy, #).
reading_operator(1150, fx, pred).
reading_operator(950, xfx, ::).
reading_operator(900, fy, not).

%!  companion(+Problem, -Module) is det.
%
%   Module stands beside Problem and holds its indexed examples.

companion(Problem, Companion) :-
    atom_concat(Problem, '$examples', Companion).

%!  free_problem(+Problem, -Reply) is det.
%
%   Delete a problem and all that is known about it. What is left of a module that is only
%   emptied adds up where one process learns many times. Prolog frees a predicate in whose
%   place another was imported, even if its collector of garbage has yet to visit it; so
%   that comes first, else the process crashes.

free_problem(Problem, []) :-
    forall(forget(Problem), true),
    abolish_all_tables,                 % which refer to predicates
    companion(Problem, Companion),
    forall(member(Module, [Problem, Companion]), abolish_predicates(Module)),
    garbage_collect_clauses,
    forall(( member(Module, [Problem, Companion]),
             module_property(Module, class(temporary)) ),
           '$destroy_module'(Module)),
    retractall(trusted(Problem)),
    retractall(rule_at(Problem, _, _, _)),
    retractall(general_fact_at(Problem, _, _, _, _)),
    retractall(defined(Problem, _, _)),
    retractall(source_file_of(Problem, _, _)),
    retractall(taken_up(_, _, _, _, _)).    % what an error has left

%   abolish_predicates(+Module): give back the clauses of a problem's module.

abolish_predicates(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             predicate_property(Module:Head, dynamic),
             \+ predicate_property(Module:Head, imported_from(_))
           ),
           catch(abolish(Module:Name/Arity),
                 error(representation_error(_), _),   % too many arguments
                 true)).

%!  define(+Problem, +Head, +File, +Line) is det.
%
%   Make the predicate of Head one that Problem defines. Built-ins that are not of the
%   ISO standard may be redefined inside the problem.
%
%   @throws what definable/3 throws

define(Problem, Head, File, Line) :-
    functor(Head, Name, Arity),
    nb_getval(fold_unit, Unit),
    (   taken_up(Unit, Name, Arity, _, _)
    ->  true
    ;   (   defined(Problem, Name, Arity)
        ->  true
        ;   definable(Head, File, Line),
            make_local(Problem, Head),
            add_defined(Problem, Name, Arity)
        ),
        take_up(Unit, Problem, Name, Arity)
    ).

%   take_up(+Unit, +Problem, +Name, +Arity): note the state of a predicate before the
%   first clause of a file that is loaded by itself.

take_up(none, _, _, _) :-
    !.
take_up(Unit, Problem, Name, Arity) :-
    clause_generation(Problem, Name, Arity, Generation),
    assertz(taken_up(Unit, Name, Arity, Generation-Generation, false)).

%!  clause_generation(+Problem, +Name, +Arity, -Generation) is det.
%
%   Generation changes with each clause. Counting them would take time for each.

clause_generation(Problem, Name, Arity, Generation) :-
    functor(Head, Name, Arity),
    (   predicate_property(Problem:Head, last_modified_generation(Generation0))
    ->  Generation = Generation0
    ;   Generation = 0
    ).

%!  add_defined(+Problem, +Name, +Arity) is det.
%
%   Keep that Problem defines a predicate.

add_defined(Problem, Name, Arity) :-
    assertz(defined(Problem, Name, Arity)),
    add_hidden(Problem, Name, Arity).

%!  make_local(+Problem, +Head) is det.
%
%   Calls of Head in Problem reach clauses of Problem, never a built-in nor what rules
%   have called of a library.

make_local(Problem, Head) :-
    functor(Head, Name, Arity),
    (   ( built_in(Head) ; predicate_property(Problem:Head, imported_from(_)) )
    ->  redefine_system_predicate(Problem:Head)
    ;   true
    ),
    dynamic(Problem:Name/Arity).

%!  add_rule(+Problem, +Clause, +File, +Line, -ClauseRef) is det.
%
%   Add a clause and keep its place.
%
%   @throws fold_error(bad_clause, File, Line, [Text]) if Prolog refuses it

add_rule(Problem, Clause, File, Line, Ref) :-
    catch(assertz(Problem:Clause, Ref),
          error(Formal, Context),
          refuse_clause(error(Formal, Context), File, Line)),
    assertz(rule_at(Problem, Ref, File, Line)).

%!  refuse_clause(+Error, +File, +Line)
%
%   Say that Prolog refuses the clause at a place with Error.
%
%   @throws fold_error(Kind, File, Line, Details), always

refuse_clause(Error, File, Line) :-
    (   oversize(Error, Kind)
    ->  Details = []
    ;   Kind = bad_clause,
        error_text(Error, Text),
        Details = [Text]
    ),
    throw(fold_error(Kind, File, Line, Details)).

%!  predicates(+Problem, -Reply) is det.
%
%   For each predicate of the background four strings: name, arity, number of
%   clauses and number of rules, in the order of their first clauses.

predicates(Problem, Reply) :-
    findall(Functor/Arity,
            ( rule_at(Problem, Ref, _, _),
              clause(Problem:Head, _, Ref),
              functor(Head, Functor, Arity)
            ),
            Keys),
    msort(Keys, Sorted),
    clumped(Sorted, Counts),
    list_to_assoc(Counts, Rules),
    findall(Field,
            ( defined(Problem, Functor, Arity),
              predicate_fields(Problem, Functor/Arity, Rules, Fields),
              member(Field, Fields)
            ),
            Reply).

predicate_fields(Problem, Functor/Arity, Rules, [Quoted, Arity, Clauses, Count]) :-
    functor(Head, Functor, Arity),
    (   predicate_property(Problem:Head, number_of_clauses(Clauses0))
    ->  Clauses = Clauses0
    ;   Clauses = 0
    ),
    (   get_assoc(Functor/Arity, Rules, Count)
    ->  true
    ;   Count = 0
    ),
    quoted(Functor, Quoted).

%!  add_source_file(+Problem, +File) is det.
%
%   Keep that File has been read.

add_source_file(Problem, File) :-
    absolute_file_name(File, Absolute),
    nb_getval(fold_unit, Unit),
    assertz(source_file_of(Problem, Absolute, Unit)).

%!  source_files(+Problem, -Reply) is det.
%
%   The absolute paths of all files that have been read.

source_files(Problem, Paths) :-
    findall(Path, source_file_of(Problem, Path, _), Paths).
