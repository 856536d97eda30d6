:- module(fold_syntax,
          [ syntax/2,                   % +Problem, -Reply

            bare_negations/2,           % +Problem, -Reply

            set_double_quotes/2,        % +Problem, +Value
            own_operators/2,            % +Problem, +Names
            saved_syntax/2,             % +Problem, -Syntax
            restore_syntax/2,           % +Problem, +Syntax
            default_double_quotes/1,    % +Problem
            note_bare_negation/5,       % +Term, +In, +Position, +Module, +File
            reading_options/2           % +Module, -Options
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets), [ord_subtract/3]).
:- use_module(fold_problem, []).
:- use_module(fold_text, [quoted/2]).

/** <module> How the files of a problem are read

Files may declare operators, and set how text in double quotes is read. Both hold for
what comes after them, in this file and in those that are read later, as in swipl; those
of a module hold inside it. A theory is read beside these files, so it must be written as
they let it be read.
*/

:- dynamic
    double_quotes/2,                    % Problem, Value
    own_negation/1,                     % Problem
    bare_negation/3.                    % Problem, File, Line

fold_problem:forget(Problem) :-
    retractall(own_negation(Problem)),
    retractall(bare_negation(Problem, _, _)),
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

%!  default_double_quotes(+Problem) is det.
%
%   Read text in double quotes as a string, as swipl does where a module begins.

default_double_quotes(Problem) :-
    retractall(double_quotes(Problem, _)).

%!  saved_syntax(+Problem, -Syntax) is det.
%!  restore_syntax(+Problem, +Syntax) is det.
%
%   How files are read at some point, to return to it where a module ends.

saved_syntax(Problem, syntax(Quotes, Operators)) :-
    findall(Value, double_quotes(Problem, Value), Quotes),
    findall(op(Priority, Type, Name),
            current_op(Priority, Type, Problem:Name),
            Operators0),
    sort(Operators0, Operators).

restore_syntax(Problem, syntax(Quotes, Operators)) :-
    default_double_quotes(Problem),
    forall(member(Value, Quotes), assertz(double_quotes(Problem, Value))),
    saved_syntax(Problem, syntax(_, Now)),
    ord_subtract(Now, Operators, Added),
    forall(member(op(_, Type, Name), Added), op(0, Type, Problem:Name)),
    ord_subtract(Operators, Now, Changed),
    forall(member(op(Priority, Type, Name), Changed), op(Priority, Type, Problem:Name)).

%!  reading_options(+Module, -Options:list) is det.
%
%   Options for read_term/3, for files whose operators are in Module.

reading_options(Module, [double_quotes(Value)]) :-
    double_quotes(Module, Value),
    !.
reading_options(_, []).

%!  own_operators(+Problem, +Names) is det.
%
%   Keep that a file declares operators: Names is one or a list.

own_operators(Problem, Names) :-
    (   ( Names == not ; is_list(Names), memberchk(not, Names) )
    ->  assertz(own_negation(Problem))
    ;   true
    ).

%!  note_bare_negation(+Term, +In, +Position, +Module, +File) is det.
%
%   Keep the place of a rule that says `not p` without brackets, the first of each File,
%   where only the operator that every problem has lets it be read; swipl has none. Term
%   was read from In at Position. It is read again without the operator if it has a
%   not/1, which few rules have.

note_bare_negation(Term, In, Position, Problem, File) :-
    nonvar(Term),
    Term = (_ :- Body),
    \+ \+ ( sub_term(Part, Body), nonvar(Part), Part = not(_) ),
    module_property(Problem, class(temporary)),     % no text of a theory
    \+ own_negation(Problem),
    \+ bare_negation(Problem, File, _),
    needs_operator(In, Position, Problem),
    !,
    stream_position_data(line_count, Position, Line),
    assertz(bare_negation(Problem, File, Line)).
note_bare_negation(_, _, _, _, _).

needs_operator(In, Position, Problem) :-
    stream_property(In, position(End)),
    reading_options(Problem, Options),
    setup_call_cleanup(
        ( set_stream_position(In, Position), op(0, fy, Problem:not) ),
        catch(( read_term(In, _, [module(Problem)|Options]), Needs = false ),
              error(syntax_error(_), _),
              Needs = true),
        ( op(900, fy, Problem:not), set_stream_position(In, End) )),
    Needs == true.

%!  bare_negations(+Problem:string, -Reply) is det.
%
%   File and line of the first rule of each file that says `not p` without brackets.

bare_negations(Name, Reply) :-
    atom_string(Problem, Name),
    findall(Field,
            ( bare_negation(Problem, File, Line), member(Field, [File, Line]) ),
            Reply).

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
