:- module(fold_modules,
          [ load_module/1,              % +Module
            call_loading/1              % :Goal
          ]).
:- use_module(library(lists), [memberchk/2]).

/** <module> Loading modules when they are first called

Reading a Prolog file takes about a millisecond. What few problems need is therefore
loaded with its first call. autoload/2 would do the same, but a trusted file that turns
autoloading off makes Prolog load all such modules at once, while that file is loading.
*/

:- meta_predicate call_loading(0).

%!  load_module(+Module) is det.
%
%   Load Module, whose file is beside this one, unless it is loaded. Prolog goes on
%   where it cannot open a file that another loads (too many are open) or is interrupted:
%   what it has loaded by then is unloaded, since half a module gives wrong answers.
%
%   @throws fold_error(incomplete, File, 0, []) where Prolog has printed an error

load_module(Module) :-
    module_property(Module, file(_)),
    !.
load_module(Module) :-
    module_property(fold_modules, file(Here)),
    file_directory_name(Here, Directory),
    atomic_list_concat([Directory, /, Module], File),
    findall(Source, source_in(Directory, Source), Before),
    statistics(errors, Errors),
    catch(use_module(File, []), Ball, true),
    (   var(Ball),
        statistics(errors, Errors)
    ->  true
    ;   forall(( source_in(Directory, Source), \+ memberchk(Source, Before) ),
               unload_file(Source)),
        ( var(Ball) -> throw(fold_error(incomplete, File, 0, [])) ; throw(Ball) )
    ).

source_in(Directory, Source) :-
    source_file(Source),
    file_directory_name(Source, Directory).

%!  call_loading(:Goal) is nondet.
%
%   Call Goal, which names its module, after loading the module.

call_loading(Module:Goal) :-
    load_module(Module),
    call(Module:Goal).
