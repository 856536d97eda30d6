:- module(support,
          [ with_file/3,                % +Text, -Path, :Goal
            with_problem/3,             % +Texts, -Problem, :Goal
            refused/4                   % +Role, +Text, -Kind, -Line
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module('../../prolog/loading/fold_load', []).
:- use_module('../../prolog/problem/fold_problem', []).

/** <module> Files and problems for tests */

:- meta_predicate
    with_file(+, -, 0),
    with_problem(+, -, 0).

%!  with_file(+Text, -Path:string, :Goal) is semidet.
%
%   Call Goal once while Path is a file that holds Text.

with_file(Text, Path, Goal) :-
    setup_call_cleanup(
        ( tmp_file_stream(Atom, Out, [encoding(utf8), extension(pl)]),
          write(Out, Text),
          close(Out),
          atom_string(Atom, Path) ),
        once(Goal),
        delete_file(Atom)).

%!  with_problem(+Texts, -Problem, :Goal) is semidet.
%
%   Call Goal once while Problem is loaded from Role-Text pairs.

with_problem(Texts, Problem, Goal) :-
    gensym(problem, Problem),
    setup_call_cleanup(
        fold_problem:new_problem(Problem, _),
        ( maplist(load_text(Problem), Texts),
          once(Goal) ),
        fold_problem:free_problem(Problem, _)).

load_text(Problem, Role-Text) :-
    with_file(Text, Path, fold_load:load_file(Problem, Path, Role, _)).

%!  refused(+Role, +Text, -Kind, -Line) is semidet.
%
%   Loading Text throws fold_error(Kind, _, Line, _).

refused(Role, Text, Kind, Line) :-
    catch(( with_problem([Role-Text], _, true), fail ),
          fold_error(Kind, _, Line, _),
          true).
