:- module(fold_bridge,
          [ bridge/4,                   % +Module, +Name, +Args, -Reply
            absorb_interrupt/1          % -Reply
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_load, []).
:- use_module(fold_include, []).
:- use_module(fold_trust, []).
:- use_module(fold_vet, []).
:- use_module(fold_classes, []).
:- use_module(fold_table, []).
:- use_module(fold_types, []).
:- use_module(fold_coverage, []).
:- use_module(fold_theory, []).
:- use_module(fold_explain, []).
:- use_module(fold_convert, []).

:- set_prolog_flag(stack_limit, 1_073_741_824).
:- set_prolog_flag(table_space, 1_073_741_824).

/** <module> The one door between Python and Prolog

Python calls an exported predicate of one of the `fold_*` modules by name.
Arguments go in as strings and integers, the answer comes back as a list of
strings. No exception leaves this module: an error is an answer too.
*/

%!  bridge(+Module, +Name, +Args:list, -Reply:list(string)) is det.
%
%   Call Module:Name with Args and one more argument, which the predicate
%   binds to a list of strings. Reply is `["ok"|Strings]`, or
%   `["error", Kind, File, Line | Details]`.

:- det(bridge/4).
bridge(Module0, Name0, Args, Reply) :-
    atom_string(Module, Module0),
    atom_string(Name, Name0),
    append(Args, [Strings], AllArgs),
    Goal =.. [Name|AllArgs],
    catch(run(Module:Goal, Strings, Reply), Error, error_reply(Error, Reply)).

run(Goal, Strings, ["ok"|Strings]) :-
    call(Goal),
    !.
run(Module:Goal, _, ["error", "internal", "", "0", Text]) :-
    functor(Goal, Name, Arity),
    format(string(Text), "~q failed", [Module:Name/Arity]).

error_reply(fold_error(Kind, File, Line, Details), Reply) :-
    !,
    maplist(as_string, [Kind, File, Line|Details], Strings),
    Reply = ["error"|Strings].
error_reply(fold_interrupt, ["error", "interrupt", "", "0"]) :-
    !.
error_reply(fold_memory, ["error", "memory", "", "0", "this"]) :-
    !.
error_reply(Error, ["error", "prolog", "", "0", Text]) :-
    fold_load:error_text(Error, Text).

as_string(Value, String) :-
    format(string(String), "~w", [Value]).

%!  absorb_interrupt(-Reply) is det.
%
%   Give an interrupt that came too late for its question a place to land.

absorb_interrupt([]).
