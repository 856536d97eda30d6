:- module(fold_modules,
          [ load_module/1,              % +Module
            call_loading/1,             % :Goal
            own_file/1                  % +File
          ]).
:- use_module(library(lists), [memberchk/2]).

/** <module> Loading modules when they are first called

Reading a Prolog file takes about a millisecond. What few problems need is therefore
loaded with its first call. autoload/2 would do the same, but a trusted file that turns
autoloading off makes Prolog load all such modules at once, while that file is loading.

The files of the modules are in folders beside this one, each for a step of the work.
*/

:- meta_predicate call_loading(0).

%   room(?Folder): the folders, in the order in which they do their work.

room(terms).                % as text and as JSON; which are too large
room(problem).              % a problem: its clauses, target, examples and objects
room(loading).              % files, with all that they declare, into a problem
room(analysis).             % what rules call, pass on, need and bind
room(vetting).              % rules that may run, and those that need tables
room(answering).            % what background predicates answer, in bulk
room(programs).             % what candidate programs that recurse derive
room(theories).             % learned theories, and how they judge the examples
room(explaining).           % why an atom holds, or does not

%!  load_module(+Module) is det.
%
%   Load Module, unless it is loaded. Prolog goes on where it cannot open a file that
%   another loads (too many are open) or is interrupted: what it has loaded by then is
%   unloaded, since half a module gives wrong answers.
%
%   @throws fold_error(incomplete, File, 0, []) where Prolog has printed an error

load_module(Module) :-
    module_property(Module, file(_)),
    !.
load_module(Module) :-
    module_file(Module, File),
    findall(Source, own_source(Source), Before),
    statistics(errors, Errors),
    catch(use_module(File, []), Ball, true),
    (   var(Ball),
        statistics(errors, Errors)
    ->  true
    ;   forall(( own_source(Source), \+ memberchk(Source, Before) ),
               unload_file(Source)),
        ( var(Ball) -> throw(fold_error(incomplete, File, 0, [])) ; throw(Ball) )
    ).

module_file(Module, File) :-
    directory(Directory),
    room(Room),
    atomic_list_concat([Directory, Room, /, Module, '.pl'], File),
    exists_file(File),
    !.

own_source(Source) :-
    source_file(Source),
    own_file(Source).

%!  own_file(+File) is semidet.
%
%   File is one of fold's own Prolog files.

own_file(File) :-
    directory(Directory),
    atom_concat(Directory, _, File).

directory(Directory) :-
    module_property(fold_modules, file(Here)),
    file_directory_name(Here, Folder),
    atom_concat(Folder, /, Directory).

%!  call_loading(:Goal) is nondet.
%
%   Call Goal, which names its module, after loading the module.

call_loading(Module:Goal) :-
    load_module(Module),
    call(Module:Goal).
