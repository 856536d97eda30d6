:- module(fold_include,
          [ including/2,                % +Directive, -Specs
            include_files/4,            % +Specs, +Problem, +File, +Line
            note_file/2,                % +Problem, +File
            included_files/2,           % +Problem, -Reply
            forget_included/1           % +Problem
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_load, []).
:- use_module(fold_depth, [check_brackets/1]).
:- use_module(fold_text, [quoted/2]).

/** <module> Files that name other files

A file may be in parts: what it includes or consults is read in its place, by the
same rules, if it is in the directory of the file that names it, or below. Each is
read once. Files from elsewhere are refused.
*/

:- dynamic included/2.

%!  including(+Directive, -Specs:list) is semidet.
%
%   Directive asks for the files Specs.

including(Directive, Specs) :-
    asks_for(Directive, Spec),
    nonvar(Spec),
    Spec \= library(_),
    (   is_list(Spec)
    ->  Specs = Spec
    ;   Specs = [Spec]
    ).

asks_for(include(Spec), Spec).
asks_for(consult(Spec), Spec).
asks_for(ensure_loaded(Spec), Spec).
asks_for(load_files(Spec), Spec).
asks_for(load_files(Spec, _), Spec).
asks_for(use_module(Spec), Spec).
asks_for(use_module(Spec, _), Spec).
asks_for([Spec|Specs], [Spec|Specs]).

%!  include_files(+Specs, +Problem, +File, +Line) is det.
%
%   Read the files that File, at Line, asks for.
%
%   @throws fold_error(outside, File, Line, [Spec]) unless they are beside it

include_files(Specs, Problem, File, Line) :-
    forall(member(Spec, Specs), include_file(Spec, Problem, File, Line)).

include_file(Spec, Problem, File, Line) :-
    (   beside(Spec, File, Path)
    ->  absolute_file_name(Path, Absolute),
        (   included(Problem, Absolute)
        ->  true
        ;   read_part(Problem, Path)
        )
    ;   quoted(Spec, Text),
        throw(fold_error(outside, File, Line, [Text]))
    ).

%!  note_file(+Problem, +File) is det.
%
%   Remember that File has been read.

note_file(Problem, File) :-
    absolute_file_name(File, Absolute),
    assertz(included(Problem, Absolute)).

%   beside(+Spec, +File, -Path): the file Spec, below the directory of File.

beside(Spec, File, Path) :-
    ( atom(Spec) ; string(Spec) ),
    \+ sub_atom(Spec, _, _, _, '..'),
    \+ sub_atom(Spec, _, _, _, ':'),    % no file, but something on the net
    \+ sub_atom(Spec, 0, _, _, /),
    file_directory_name(File, Directory),
    member(Extension, ['', '.pl']),
    atomic_list_concat([Spec, Extension], Name),
    directory_file_path(Directory, Name, Path),
    exists_file(Path),
    !,
    \+ through_link(Directory, Name).

through_link(Directory, Name) :-
    (   sub_atom(Name, Before, _, _, /),
        sub_atom(Name, 0, Before, _, Part)
    ;   Part = Name
    ),
    directory_file_path(Directory, Part, Path),
    read_link(Path, _, _).

%   What is known about the place in a file is kept for when its part is read.

read_part(Problem, Path) :-
    findall(Key-Value, ( kept(Key), nb_getval(Key, Value) ), State),
    nb_getval(fold_role, Role),
    atom_string(Role, RoleText),
    atom_string(Problem, Name),
    check_brackets(Path),
    fold_load:load_file(Name, Path, RoleText, _),
    forall(member(Key-Value, State), nb_setval(Key, Value)).

kept(fold_role).
kept(fold_if).
kept(fold_section).

%!  included_files(+Problem:string, -Reply) is det.
%
%   The absolute paths of all files that have been read.

included_files(Name, Paths) :-
    atom_string(Problem, Name),
    findall(Path, included(Problem, Path), Paths).

%!  forget_included(+Problem) is det.

forget_included(Problem) :-
    retractall(included(Problem, _)).
