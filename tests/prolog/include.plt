:- module(include_tests, []).
:- use_module(library(plunit)).
:- use_module(support).
:- use_module('../../prolog/loading/fold_include').
:- use_module('../../prolog/problem/fold_problem', [predicates/2]).

:- begin_tests(include).

%   loaded(+Part, +Whole, -Fields): Whole is loaded; FILE in it is the name of a file that
%   has Part.

loaded(Part, Whole, Fields) :-
    with_file(Part, Path,
              ( file_base_name(Path, Name),
                atomic_list_concat(Parts, 'FILE', Whole),
                atomic_list_concat(Parts, Name, Text),
                with_problem(["bk"-Text], Problem, predicates(Problem, Fields)) )).

test(in_its_place, Fields == ["a", 0, 1, 0, "b", 0, 1, 0, "c", 0, 1, 0]) :-
    loaded("b.\n", "a.\n:- include('FILE').\nc.\n", Fields).
test(once, Fields == ["b", 1, 1, 0]) :-
    loaded("b(1).\n", ":- consult('FILE').\n:- ['FILE'].\n", Fields).
test(conditions_of_the_other_file_stay, Fields == ["b", 0, 1, 0]) :-
    loaded("b.\n", ":- if(true).\n:- include('FILE').\n:- else.\nc.\n:- endif.\n", Fields).
test(outside, [forall(member(Spec, ["'/etc/passwd'", "'../x.pl'", "'http://x/y'", "f(x)"])),
               Kind-Line == outside-1]) :-
    format(string(Text), ":- include(~w).\n", [Spec]),
    refused("bk", Text, Kind, Line).
test(again, [forall(member(Then, ["", ":- ['FILE'].\n", "a.\n"])),
             throws(fold_error(again, _, _, _))]) :-
    atomics_to_string([":- include('FILE').\n", Then, ":- include('./FILE').\n"], Whole),
    loaded("b(1).\n", Whole, _).
test(libraries_are_no_files, fail) :-
    including(use_module(library(lists)), _, _).

:- end_tests(include).
