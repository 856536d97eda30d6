:- module(fold_syntax,
          [ syntax/2,                   % +Problem, -Reply

            set_double_quotes/2,        % +Problem, +Value
            reading_options/2           % +Module, -Options
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(fold_problem, []).
:- use_module(fold_text, [quoted/2]).

/** <module> How the files of a problem are read

Files may declare operators, and set how text in double quotes is read. Both hold for
what comes after them, in this file and in those that are read later, as in swipl. A
theory is read beside these files, so it must be written as they let it be read.
*/

:- dynamic double_quotes/2.             % Problem, Value

fold_problem:forget(Problem) :-
    retractall(double_quotes(Problem, _)).

%!  set_double_quotes(+Problem, +Value) is det.
%
%   Read text in double quotes as Value says: `codes`, `chars`, `atom` or `string`.
%
%   @throws error(instantiation_error, _), error(domain_error(double_quotes, Value), _)

set_double_quotes(_, Value) :-
    var(Value),
    !,
    throw(error(instantiation_error, _)).
set_double_quotes(Problem, Value) :-
    (   memberchk(Value, [codes, chars, atom, string])
    ->  retractall(double_quotes(Problem, _)),
        assertz(double_quotes(Problem, Value))
    ;   throw(error(domain_error(double_quotes, Value), _))
    ).

%!  reading_options(+Module, -Options:list) is det.
%
%   Options for read_term/3, for files whose operators are in Module.

reading_options(Module, [double_quotes(Value)]) :-
    double_quotes(Module, Value),
    !.
reading_options(_, []).

%!  syntax(+Problem:string, -Reply) is det.
%
%   Reply is "true" if the files set how text in double quotes is read, else "false";
%   then the number of prefix operators that swipl itself does not have, and their
%   names; then the names of operators that theories are written with and that are not
%   what they are in swipl itself.

:- det(syntax/2).
syntax(Name, [Sets, Count|Names]) :-
    atom_string(Problem, Name),
    (   sets_quotes(Problem)
    ->  Sets = "true"
    ;   Sets = "false"
    ),
    findall(Text, ( new_prefix(Problem, Operator), quoted(Operator, Text) ), New),
    length(New, Count),
    findall(Text, ( changed(Problem, Operator), quoted(Operator, Text) ), Changed),
    append(New, Changed, Names).

sets_quotes(Problem) :-
    double_quotes(Problem, _),
    !.
sets_quotes(Problem) :-                 % a trusted file, which Prolog has loaded
    term_string(Term, "\"text\"", [module(Problem)]),
    \+ string(Term).

new_prefix(Problem, Name) :-
    operator(Problem, Name, _-Type),
    memberchk(Type, [fy, fx]),
    \+ operator(system, Name, _-Type).

changed(Problem, Name) :-
    written_with(Name, Priority, Type),
    findall(Operator, operator(Problem, Name, Operator), Operators),
    (   memberchk(Priority-Type, Operators)
    ->  once(( member(Postfix, [xf, yf]), memberchk(_-Postfix, Operators) ))
    ;   true
    ).

%   operator(+Module, ?Name, -Operator): Name is read as Operator, Priority-Type, in
%   Module. Asked for a Priority, current_op/3 also finds operators that Module hides.

operator(Module, Name, Priority-Type) :-
    current_op(Priority, Type, Module:Name).

%   written_with(-Name, -Priority, -Type): theories are written with this operator.

written_with(:-, 1200, xfx).
written_with(:-, 1200, fx).
written_with(table, 1150, fx).
written_with(dynamic, 1150, fx).
written_with(\+, 900, fy).
written_with(:, 600, xfy).
written_with(-, 500, yfx).
written_with(/, 400, yfx).
written_with(Name, 700, xfx) :-
    member(Name, [=<, >, <, >=, =, \=, ==, \==, =:=, =\=, is]).
