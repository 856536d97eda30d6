:- module(fold_units,
          [ in_unit/4,                  % +Problem, +File, +Kind, :Goal
            multifile_predicate/3,      % ?Problem, ?Name, ?Arity
            joined_predicates/2,        % +Problem, -Reply
            private_predicates/2        % +Problem, -Reply
          ]).
:- use_module(library(lists), [list_to_set/2, member/2]).
:- use_module(fold_exports,
              [enclosing_modules/1, exported_operator/3, exports/3, leave_modules/1]).
:- use_module('../problem/fold_problem', [clause_generation/4, defined/3, taken_up/5]).
:- use_module(fold_syntax, [declare_operators/4, restore_syntax/2, saved_syntax/2]).
:- use_module('../terms/fold_text', [quoted/2]).

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
    own_clauses/6.                      % Problem, Name, Arity, File, Home, Kind

:- multifile fold_problem:forget/1.
:- dynamic fold_problem:forget/1.

fold_problem:forget(Problem) :-
    retractall(multifile_predicate(Problem, _, _)),
    retractall(own_clauses(Problem, _, _, _, _, _)).

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
    nb_getval(fold_unit, Outer),
    flag(fold_units, Unit, Unit + 1),
    setup_call_cleanup(
        nb_setval(fold_unit, Unit),
        Goal,
        nb_setval(fold_unit, Outer)),
    enclosing_modules(Now),
    home(Now, Home),
    forall(retract(taken_up(Unit, Name, Arity, Generations, Own)),
           close_predicate(Problem, Name/Arity, state(Generations, Own), Outer,
                           [File, Home, Kind])),
    leave_modules(Modules),
    (   Now == Modules
    ->  true
    ;   restore_syntax(Problem, Syntax),
        forall(exported_operator(Problem, File, op(Priority, Type, Names)),
               declare_operators(Problem, Priority, Type, Names))
    ).

%   close_predicate(+Problem, +Indicator, +State, +Outer, +Owner)
%
%   Keep whether clauses of a predicate are of a file that has been read, and not of
%   those that it loads. The file that loads it, Outer, does not own them.

close_predicate(Problem, Name/Arity, state(First-Last, Own), Outer, Owner) :-
    clause_generation(Problem, Name, Arity, Now),
    (   ( Own == true ; Now \== Last )
    ->  Owner = [File, Home, Kind],
        check_others(Problem, Name, Arity, File, Home, Kind),
        assertz(own_clauses(Problem, Name, Arity, File, Home, Kind))
    ;   true
    ),
    (   retract(taken_up(Outer, Name, Arity, OuterFirst-OuterLast, OuterOwn0))
    ->  ( OuterLast == First -> OuterOwn = OuterOwn0 ; OuterOwn = true ),
        assertz(taken_up(Outer, Name, Arity, OuterFirst-Now, OuterOwn))
    ;   true
    ).

%   home(+Modules, -Home): Home is the file of the innermost module, or `user`.

home([], user).
home([File-_|_], File).

%   check_others(+Problem, +Name, +Arity, +File, +Home, +Kind)
%
%   A multifile predicate may have clauses in very many files, all of one home.

check_others(Problem, Name, Arity, File, Home, Kind) :-
    (   multifile_predicate(Problem, Name, Arity)
    ->  once(own_clauses(Problem, Name, Arity, Other, OtherHome, _)),
        Other \== File,
        OtherHome \== Home,
        Clash = apart
    ;   own_clauses(Problem, Name, Arity, Other, OtherHome, OtherKind),
        Other \== File,
        (   OtherHome \== Home
        ->  Clash = apart
        ;   [Kind, OtherKind] \== [named, named],
            Clash = replaced
        )
    ),
    !,
    quoted(Name, Text),
    throw(fold_error(Clash, File, 0, [Text, Arity, Other])).
check_others(_, _, _, _, _, _).

%!  joined_predicates(+Problem, -Reply) is det.
%
%   Name, arity and file of each predicate with clauses in several files that the user
%   names, though it is not multifile; a predicate once for each of the files, in order.

joined_predicates(Problem, Reply) :-
    findall(Field,
            ( defined(Problem, Name, Arity),
              \+ multifile_predicate(Problem, Name, Arity),
              findall(File,
                      own_clauses(Problem, Name, Arity, File, _, named),
                      Files0),
              list_to_set(Files0, Files),
              Files = [_, _|_],
              quoted(Name, Quoted),
              member(File, Files),
              member(Field, [Quoted, Arity, File])
            ),
            Reply).

%!  private_predicates(+Problem, -Reply) is det.
%
%   Name, arity and file of each predicate of a module, and whether it is "private".

private_predicates(Problem, Reply) :-
    findall(Field,
            ( own_clauses(Problem, Name, Arity, _, Home, _),
              Home \== user,
              quoted(Name, Quoted),
              (   exports(Problem, Home, Name/Arity)
              ->  Private = "false"
              ;   Private = "true"
              ),
              member(Field, [Quoted, Arity, Home, Private])
            ),
            Reply).
