:- module(fold_exports,
          [ begin_module/3,             % +Problem, +File, +Exports
            import_only/1,              % +Imports
            note_imports/4,             % +Problem, +Imports, +File, +Line
            imported_by_name/4,         % +Problem, +Name, +Arity, -Reply
            enclosing_modules/1,        % -Modules
            leave_modules/1,            % +Modules
            add_hidden/3,               % +Problem, +Name, +Arity
            exports/3,                  % ?Problem, ?File, ?Indicator
            exported_operator/3,        % ?Problem, ?File, ?Operator
            hidden_predicates/2         % +Problem, -Reply
          ]).
:- use_module(library(apply), [convlist/3, exclude/3, include/3, partition/4]).
:- use_module(library(assoc), [get_assoc/3, ord_list_to_assoc/2]).
:- use_module(library(lists), [member/2]).
:- use_module('../analysis/fold_ground', [in/2]).
:- use_module('../terms/fold_text', [named/2, quoted/2]).

/** <module> What the modules of a background export

All files are read into one module, whatever modules they declare. A theory beside them
can call what they export and nothing else, so the rest is hidden from rules.
*/

%!  exports(?Problem, ?File, ?Indicator) is nondet.
%
%   The module in File exports a predicate.

%!  exported_operator(?Problem, ?File, ?Operator) is nondet.
%
%   The module in File exports op(Priority, Type, Names), which those who import it get.

:- dynamic
    exports/3,
    exported_operator/3,
    hidden/3,                           % Problem, Name, Arity
    named_import/4.                     % Problem, Indicator, File, Line

:- multifile fold_problem:forget/1.
:- dynamic fold_problem:forget/1.

fold_problem:forget(Problem) :-
    retractall(exports(Problem, _, _)),
    retractall(exported_operator(Problem, _, _)),
    retractall(hidden(Problem, _, _)),
    retractall(named_import(Problem, _, _, _)).

%!  import_only(+Imports) is det.
%
%   The module that begins next is imported with Imports: `all` of its exports, a list
%   of them, or all except(List).

import_only(Imports) :-
    nb_setval(fold_imports, Imports).

%!  note_imports(+Problem, +Imports, +File, +Line) is det.
%
%   A directive at Line imports a list of predicates by their names. Outside of modules,
%   no theory can define them.

note_imports(Problem, Imports, File, Line) :-
    forall(( is_list(Imports),
             enclosing_modules([]),
             convlist(exported, Imports, Indicators),
             member(Indicator, Indicators)
           ),
           assertz(named_import(Problem, Indicator, File, Line))).

%!  imported_by_name(+Problem, +Name, +Arity, -Reply) is det.
%
%   Reply has file and line of each directive that imports Name/Arity by name.

imported_by_name(Problem, Name0, Arity, Reply) :-
    named(Name0, Name),
    findall(Part,
            ( named_import(Problem, Name/Arity, File, Line), member(Part, [File, Line]) ),
            Reply).

%!  begin_module(+Problem, +File, +Exports:list) is det.
%
%   What is defined from here to the end of File is in a module with these Exports,
%   inside of those that have begun before.

begin_module(Problem, File, Exports) :-
    convlist(exported, Exports, Indicators),
    forall(member(Indicator, Indicators), assertz(exports(Problem, File, Indicator))),
    ( nb_current(fold_imports, Imports) -> true ; Imports = all ),
    import_only(all),
    imported_operators(Imports, Taken),
    forall(( member(Export, Exports),
             nonvar(Export),
             Export = op(_, _, _),
             taken(Taken, Export)
           ),
           assertz(exported_operator(Problem, File, Export))),
    imported(Imports, Indicators, Visible0),
    members(Visible0, Visible),
    enclosing_modules(Outer),
    leave_modules([File-Visible|Outer]).

%   imported_operators(+Imports, -Taken): Taken is `all`, or ops(Set, Patterns), where
%   Patterns have variables.

imported_operators(Imports, Taken) :-
    (   is_list(Imports)
    ->  partition(ground, Imports, Ground, Patterns),
        members(Ground, Set),
        Taken = ops(Set, Patterns)
    ;   Taken = all
    ).

taken(all, _).
taken(ops(Set, Patterns), Operator) :-
    ( get_assoc(Operator, Set, _) -> true ; memberchk(Operator, Patterns) ).

imported(all, Indicators, Indicators) :- !.
imported(except(Specs), Indicators, Visible) :-
    !,
    convlist(exported, Specs, Left),
    members(Left, Set),
    exclude(in(Set), Indicators, Visible).
imported(Specs, Indicators, Visible) :-
    convlist(exported, Specs, Taken),
    members(Taken, Set),
    include(in(Set), Indicators, Visible).

%   members(+List, -Set): an association with the members of List as keys.

members(List, Set) :-
    sort(List, Keys),
    findall(Key-true, member(Key, Keys), Pairs),
    ord_list_to_assoc(Pairs, Set).

exported(Export, Name/Arity) :-
    nonvar(Export),
    (   Export = Name/Arity
    ->  true
    ;   Export = Name//Count,
        integer(Count),
        Arity is Count + 2
    ).

%!  enclosing_modules(-Modules:list) is det.
%
%   What is read now is in these Modules, the innermost first: each is the file where it
%   begins, and what is seen of it outside.

enclosing_modules(Modules) :-
    (   nb_current(fold_exports, Modules0)
    ->  Modules = Modules0
    ;   Modules = []
    ).

%!  leave_modules(+Modules:list) is det.
%
%   What is read from here on is in Modules.

leave_modules(Modules) :-
    nb_setval(fold_exports, Modules).

%!  add_hidden(+Problem, +Name, +Arity) is det.
%
%   Keep a predicate that is being defined, if a module around it does not export it.

add_hidden(Problem, Name, Arity) :-
    (   enclosing_modules(Modules),
        member(_-Visible, Modules),
        \+ get_assoc(Name/Arity, Visible, _)
    ->  assertz(hidden(Problem, Name, Arity))
    ;   true
    ).

%!  hidden_predicates(+Problem, -Reply) is det.
%
%   Name and arity of each predicate that its module does not export.

hidden_predicates(Problem, Reply) :-
    findall(Field,
            ( hidden(Problem, Functor, Arity),
              quoted(Functor, Quoted),
              member(Field, [Quoted, Arity])
            ),
            Reply).
