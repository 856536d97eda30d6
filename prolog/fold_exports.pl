:- module(fold_exports,
          [ begin_module/1,             % +Exports
            end_modules/0,
            add_hidden/3,               % +Problem, +Name, +Arity
            hidden_predicates/2         % +Problem, -Reply
          ]).
:- use_module(library(apply), [convlist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_text, [quoted/2]).

/** <module> What the modules of a background export

All files are read into one module, whatever modules they declare. A theory beside them
can call what they export and nothing else, so the rest is hidden from rules.
*/

:- dynamic hidden/3.                    % Problem, Name, Arity

:- multifile fold_problem:forget/1.
:- dynamic fold_problem:forget/1.

fold_problem:forget(Problem) :-
    retractall(hidden(Problem, _, _)).

%!  begin_module(+Exports:list) is det.
%
%   What is defined from here to the end of the file is in a module with these Exports,
%   inside of those that have begun before.

begin_module(Exports) :-
    convlist(exported, Exports, Indicators),
    (   nb_current(fold_exports, Outer)
    ->  true
    ;   Outer = []
    ),
    nb_setval(fold_exports, [Indicators|Outer]).

exported(Export, Name/Arity) :-
    nonvar(Export),
    (   Export = Name/Arity
    ->  true
    ;   Export = Name//Count,
        integer(Count),
        Arity is Count + 2
    ).

%!  end_modules is det.
%
%   What is defined from here on is in no module.

end_modules :-
    nb_setval(fold_exports, []).

%!  add_hidden(+Problem, +Name, +Arity) is det.
%
%   Keep a predicate that is being defined, if a module around it does not export it.

add_hidden(Problem, Name, Arity) :-
    (   nb_current(fold_exports, Modules),
        member(Exports, Modules),
        \+ memberchk(Name/Arity, Exports)
    ->  assertz(hidden(Problem, Name, Arity))
    ;   true
    ).

%!  hidden_predicates(+Problem:string, -Reply) is det.
%
%   Name and arity of each predicate that its module does not export.

hidden_predicates(Name, Reply) :-
    atom_string(Problem, Name),
    findall(Field,
            ( hidden(Problem, Functor, Arity),
              quoted(Functor, Quoted),
              member(Field, [Quoted, Arity])
            ),
            Reply).
