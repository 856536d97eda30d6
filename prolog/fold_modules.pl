:- module(fold_modules,
          [ load_module/1,              % +Module
            call_loading/1              % :Goal
          ]).

/** <module> Loading modules when they are first called

Reading a Prolog file takes about a millisecond. What few problems need is therefore
loaded with its first call. autoload/2 would do the same, but a trusted file that turns
autoloading off makes Prolog load all such modules at once, while that file is loading.
*/

:- meta_predicate call_loading(0).

%!  load_module(+Module) is det.
%
%   Load Module, whose file is beside this one, unless it is loaded.

load_module(Module) :-
    module_property(Module, file(_)),
    !.
load_module(Module) :-
    module_property(fold_modules, file(Here)),
    file_directory_name(Here, Directory),
    atomic_list_concat([Directory, /, Module], File),
    use_module(File, []).

%!  call_loading(:Goal) is nondet.
%
%   Call Goal, which names its module, after loading the module.

call_loading(Module:Goal) :-
    load_module(Module),
    call(Module:Goal).
