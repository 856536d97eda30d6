/*  Load all Prolog modules and their tests:

        swipl -g run_tests -t halt tests/prolog/run.pl

    The exit status is not 0 when a test fails.
*/

:- module(run, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/2]).

:- prolog_load_context(directory, Here),
   atom_concat(Here, '/../../prolog/{.,*}/*.pl', Modules),
   atom_concat(Here, '/*.plt', Tests),
   expand_file_name(Modules, ModuleFiles),
   expand_file_name(Tests, TestFiles),
   maplist([File]>>use_module(File, []), ModuleFiles),
   maplist([File]>>load_files(File), TestFiles).
