:- module(fold_bridge,
          [ bridge/4,                   % +Module, +Name, +Args, -Reply
            absorb_interrupt/1          % -Reply
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_modules, [load_module/1]).
:- use_module('terms/fold_size', [max_table_answers/1, max_table_size/1, oversize/2]).
:- use_module('terms/fold_text', [error_text/2]).

:- set_prolog_gc_thread(false).        % else it may crash where a module is destroyed
:- set_prolog_flag(stack_limit, 1_073_741_824).
:- set_prolog_flag(table_space, 1_073_741_824).
:- max_table_size(Cells),
   set_prolog_flag(max_table_subgoal_size, Cells),
   set_prolog_flag(max_table_answer_size, Cells).
:- max_table_answers(Count),
   set_prolog_flag(max_answers_for_subgoal, Count).
:- set_prolog_flag(max_table_subgoal_size_action, error).
:- set_prolog_flag(max_table_answer_size_action, error).
:- set_prolog_flag(max_answers_for_subgoal_action, error).
:- set_prolog_flag(print_write_options,     % terms in messages
                   [quoted(true), numbervars(true), portray(true), max_depth(30)]).

/** <module> Calls from Python

Python calls an exported predicate of one of the `fold_*` modules by name, and every
call passes through bridge/4. Arguments are integers, the atom that names a problem, and
strings; the answer is a list of strings. No exception leaves this module: an error is
an answer too. A module is loaded when it is first called. What files that are trusted
print goes to the standard error, since the standard output is for theories.
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

run(Module:Goal, Strings, ["ok"|Strings]) :-
    load_module(Module),
    current_output(Output),
    setup_call_cleanup(set_output(user_error), once(Module:Goal), set_output(Output)),
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
error_reply(Error, ["error", Kind, "", "0"]) :-
    oversize(Error, Kind),
    !.
error_reply(Error, ["error", "exhausted", "", "0"]) :-
    exhausted(Error),
    !.
error_reply(Error, ["error", "prolog", "", "0", Text]) :-
    error_text(Error, Text).

exhausted(fold_memory).
exhausted(error(resource_error(_), _)).

as_string(Value, String) :-
    format(string(String), "~w", [Value]).

%!  absorb_interrupt(-Reply) is det.
%
%   Do nothing. An interrupt that arrives after its call has ended is thrown in this
%   call, and bridge/4 catches it.

absorb_interrupt([]).
