:- module(fold_units,
          [ in_unit/4,                  % +Problem, +File, +Kind, :Goal
            multifile_predicate/3,      % ?Problem, ?Name, ?Arity
            joined_predicates/2,        % +Problem, -Reply
            private_predicates/2        % +Problem, -Reply
          ]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [list_to_set/2, member/2]).
:- use_module(fold_exports,
              [enclosing_modules/1, exported_operator/3, exports/3, leave_modules/1]).
:- use_module(fold_problem, [defined/3]).
:- use_module(fold_syntax, [restore_syntax/2, saved_syntax/2]).
:- use_module(fold_text, [quoted/2]).

/** <module> Files that are loaded by themselves, and the predicates that they define

All clauses of a background are in one module, whatever files and modules they are from.
In swipl, a predicate with clauses in two files has those of the last one, unless it is
multifile; in two modules it is two predicates. So such files are refused. A file that
another one includes is a part of it. Files that the user names beside each other add up;
joined_predicates/2 has what swipl would not add up.
*/

%!  multifile_predicate(?Problem, ?Name, ?Arity) is nondet.
%
%   A directive says that clauses of Name/Arity in several files add up.

:- dynamic
    multifile_predicate/3,
    own_clauses/7.                      % Problem, Name, Arity, File, Home, Kind, Count

:- multifile fold_problem:forget/1.
:- dynamic fold_problem:forget/1.

fold_problem:forget(Problem) :-
    retractall(multifile_predicate(Problem, _, _)),
    retractall(own_clauses(Problem, _, _, _, _, _, _)).

:- meta_predicate in_unit(+, +, +, 0).

%!  in_unit(+Problem, +File, +Kind, :Goal) is det.
%
%   Call Goal, which reads File. Kind is `named` for a file that the user names, and
%   `loaded` for one that another file loads.
%
%   @throws fold_error(Clash, File, 0, [Name, Arity, Other]) if a predicate has clauses
%           in an Other file too, and swipl would take one (Clash is `replaced`) or keep
%           both apart (`apart`)

in_unit(Problem, File, Kind, Goal) :-
    enclosing_modules(Modules),
    saved_syntax(Problem, Syntax),
    findall(Key-Open, open_clauses(Problem, Key, Open), Pairs),
    list_to_assoc(Pairs, Before),
    call(Goal),
    enclosing_modules(Now),
    home(Now, Home),
    forall(( open_clauses(Problem, Name/Arity, Open),
             ( get_assoc(Name/Arity, Before, Open0) -> true ; Open0 = 0 ),
             Open > Open0
           ),
           ( check_others(Problem, Name, Arity, File, Home, Kind),
             Count is Open - Open0,
             assertz(own_clauses(Problem, Name, Arity, File, Home, Kind, Count)) )),
    leave_modules(Modules),
    (   Now == Modules
    ->  true
    ;   restore_syntax(Problem, Syntax),
        forall(exported_operator(Problem, File, op(Priority, Type, Names)),
               op(Priority, Type, Problem:Names))
    ).

%   home(+Modules, -Home): Home is the file of the innermost module, or `user`.

home([], user).
home([File-_|_], File).

%   open_clauses(+Problem, -Key, -Count): of the predicate Key, Name/Arity, so many
%   clauses are of files that are still being read.

open_clauses(Problem, Name/Arity, Open) :-
    defined(Problem, Name, Arity),
    functor(Head, Name, Arity),
    predicate_property(Problem:Head, number_of_clauses(All)),
    aggregate_all(sum(Count),
                  own_clauses(Problem, Name, Arity, _, _, _, Count),
                  Closed),
    Open is All - Closed,
    Open > 0.

check_others(Problem, Name, Arity, File, Home, Kind) :-
    own_clauses(Problem, Name, Arity, Other, OtherHome, OtherKind, _),
    Other \== File,
    (   OtherHome \== Home
    ->  Clash = apart
    ;   [Kind, OtherKind] \== [named, named],
        \+ multifile_predicate(Problem, Name, Arity),
        Clash = replaced
    ),
    !,
    quoted(Name, Text),
    throw(fold_error(Clash, File, 0, [Text, Arity, Other])).
check_others(_, _, _, _, _, _).

%!  joined_predicates(+Problem:string, -Reply) is det.
%
%   Name, arity and file of each predicate with clauses in several files that the user
%   names, though it is not multifile; a predicate once for each of the files, in order.

joined_predicates(Name0, Reply) :-
    atom_string(Problem, Name0),
    findall(Field,
            ( defined(Problem, Name, Arity),
              \+ multifile_predicate(Problem, Name, Arity),
              findall(File,
                      own_clauses(Problem, Name, Arity, File, _, named, _),
                      Files0),
              list_to_set(Files0, Files),
              Files = [_, _|_],
              quoted(Name, Quoted),
              member(File, Files),
              member(Field, [Quoted, Arity, File])
            ),
            Reply).

%!  private_predicates(+Problem:string, -Reply) is det.
%
%   Name, arity and file of each predicate of a module, and whether it is "private".

private_predicates(Name0, Reply) :-
    atom_string(Problem, Name0),
    findall(Field,
            ( own_clauses(Problem, Name, Arity, _, Home, _, _),
              Home \== user,
              quoted(Name, Quoted),
              (   exports(Problem, Home, Name/Arity)
              ->  Private = "false"
              ;   Private = "true"
              ),
              member(Field, [Quoted, Arity, Home, Private])
            ),
            Reply).
