:- module(fold_include,
          [ including/3,                % +Directive, -Specs, -How
            include_files/5             % +Specs, +How, +Problem, +File, +Line
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_exports, [enclosing_modules/1, import_only/1]).
:- use_module(fold_load, [read_file/3]).
:- use_module('../problem/fold_problem', [source_file_of/3]).
:- use_module('../terms/fold_text', [spaced/2]).
:- use_module(fold_units, [in_unit/4]).

/** <module> Files that name other files

A file that another one includes or consults is read in its place, in the same role, if
it is in the directory of the file that names it, or below. Files from elsewhere are
refused. Each file is read once, so one that is included twice, which swipl reads twice,
is refused too.
*/

%!  including(+Directive, -Specs:list, -How) is semidet.
%
%   Directive names the files Specs. How is `include`, or load(Must, Imports) for files
%   that are loaded by themselves: Must is `module` if they must be modules, else `any`,
%   and of modules Imports are imported.

including(Directive, Specs, How) :-
    names_files(Directive, Spec, How),
    nonvar(Spec),
    Spec \= library(_),
    (   is_list(Spec)
    ->  Specs = Spec
    ;   Specs = [Spec]
    ).

names_files(include(Spec), Spec, include).
names_files(consult(Spec), Spec, load(any, all)).
names_files(ensure_loaded(Spec), Spec, load(any, all)).
names_files(load_files(Spec), Spec, load(any, all)).
names_files(load_files(Spec, Options), Spec, load(Must, all)) :-
    is_list(Options),
    ground(Options),
    forall(member(Option, Options), plain_option(Option)),
    ( memberchk(must_be_module(true), Options) -> Must = module ; Must = any ).
names_files(use_module(Spec), Spec, load(module, all)).
names_files(use_module(Spec, Imports), Spec, load(module, Imports)) :-
    ground(Imports),
    ( Imports = except(List) -> true ; List = Imports ),
    ( List == all -> true ; is_list(List), \+ memberchk(_ as _, List) ).
names_files([Spec|Specs], [Spec|Specs], load(any, all)).

%   plain_option(+Option): an option of load_files/2 with which a file means the same.

plain_option(if(_)).
plain_option(silent(_)).
plain_option(verbose(_)).
plain_option(must_be_module(_)).
plain_option(encoding(utf8)).

%!  include_files(+Specs, +How, +Problem, +File, +Line) is det.
%
%   Read the files that File names at Line.
%
%   @throws fold_error(Kind, File, Line, [Spec]), where Kind is `outside` for one that is
%           not beside it, `no_module` for one that is no module though it must be, and
%           `again` for one that is included though it is a part of File already

include_files(Specs, How, Problem, File, Line) :-
    forall(member(Spec, Specs), include_file(Spec, How, Problem, File, Line)).

include_file(Spec, How, Problem, File, Line) :-
    (   beside(Spec, File, Path)
    ->  absolute_file_name(Path, Absolute),
        spaced(Spec, Text),
        (   How == include,
            nb_getval(fold_unit, Unit),
            source_file_of(Problem, Absolute, Unit)
        ->  throw(fold_error(again, File, Line, [Text]))
        ;   source_file_of(Problem, Absolute, _)
        ->  true
        ;   read_file_in_place(How, Problem, Path,
                               fold_error(no_module, File, Line, [Text]))
        )
    ;   spaced(Spec, Text),
        throw(fold_error(outside, File, Line, [Text]))
    ).

%   beside(+Spec, +File, -Path) is semidet.
%
%   Path is the file that Spec names in the directory of File or below, without
%   following links. A colon could name something on the net.

beside(Spec, File, Path) :-
    ( atom(Spec) ; string(Spec) ),
    \+ sub_atom(Spec, _, _, _, '..'),
    \+ sub_atom(Spec, _, _, _, ':'),
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

%   read_file_in_place(+How, +Problem, +Path, +NoModule)
%
%   Read a file while another is being read; the reading state of the other is
%   restored afterwards. Throw NoModule if the file must be a module and is not.

read_file_in_place(How, Problem, Path, NoModule) :-
    findall(Key-Value, ( reading_state(Key), nb_current(Key, Value) ), State),
    nb_getval(fold_role, Role),
    (   How = load(Must, Imports)
    ->  import_only(Imports),
        in_unit(Problem, Path, loaded, read_unit(Must, Problem, Path, Role, NoModule)),
        import_only(all)
    ;   read_file(Problem, Path, Role)
    ),
    forall(member(Key-Value, State), nb_setval(Key, Value)).

read_unit(Must, Problem, Path, Role, NoModule) :-
    enclosing_modules(Outer),
    read_file(Problem, Path, Role),
    (   Must == module,
        enclosing_modules(Outer)
    ->  throw(NoModule)
    ;   true
    ).

%   reading_state(-Key): the global variable Key belongs to the file being read.

reading_state(fold_role).
reading_state(fold_section).
