:- module(fold_syntax,
          [ syntax/2,                   % +Problem, -Reply

            bare_negations/2,           % +Problem, -Reply

            set_double_quotes/2,        % +Problem, +Value
            own_operators/2,            % +Problem, +Names
            declare_operators/4,        % +Problem, +Priority, +Type, +Names
            saved_syntax/2,             % +Problem, -Syntax
            restore_syntax/2,           % +Problem, +Syntax
            default_double_quotes/1,    % +Problem
            note_bare_negation/5,       % +Term, +In, +Position, +Module, +File
            reading_options/2           % +Module, -Options
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../problem/fold_problem', [reading_operator/3, trusted/1]).
:- use_module('../terms/fold_text', [quoted/2]).

/** <module> How the files of a problem are read

Files may declare operators, and set how text in double quotes is read. Both hold for
what comes after them, in this file and in those that are read later, as in swipl; those
of a module hold inside it. A theory is read beside these files, so it must be written as
they let it be read.
*/

:- dynamic
    double_quotes/2,                    % Problem, Value
    own_negation/1,                     % Problem
    bare_negation/3,                    % Problem, File, Line
    declared_operator/4,                % Name, Problem, Kind, Priority-Type
    changed_operator/5.                 % Number, Problem, Name, Kind, Before

fold_problem:forget(Problem) :-
    retractall(own_negation(Problem)),
    retractall(bare_negation(Problem, _, _)),
    retractall(declared_operator(_, Problem, _, _)),
    retractall(changed_operator(_, Problem, _, _, _)),
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
%   How files are read at some point, to return to it where a module ends. What has been
%   declared since is taken back, the last first; Prolog's own current_op/3 takes time
%   that grows with all operators of a module, whatever is asked.

saved_syntax(Problem, syntax(Quotes, Changes)) :-
    findall(Value, double_quotes(Problem, Value), Quotes),
    flag(fold_operators, Changes, Changes).

restore_syntax(Problem, syntax(Quotes, Changes)) :-
    default_double_quotes(Problem),
    forall(member(Value, Quotes), assertz(double_quotes(Problem, Value))),
    flag(fold_operators, Now, Now),
    Added is Now - Changes,
    forall(between(1, Added, Back),
           ( Number is Now - Back, take_back(Number, Problem) )).

take_back(Number, Problem) :-
    (   retract(changed_operator(Number, Problem, Name, Kind, Priority-Type))
    ->  retractall(declared_operator(Name, Problem, Kind, _)),
        assertz(declared_operator(Name, Problem, Kind, Priority-Type)),
        op(Priority, Type, Problem:Name)
    ;   true
    ).

%!  declare_operators(+Problem, +Priority, +Type, +Names) is det.
%
%   Read Names, an atom or a list of them, as operators from here on.

declare_operators(Problem, Priority, Type, Names) :-
    (   is_list(Names)
    ->  forall(member(Name, Names), keep_operator(Problem, Name, Priority-Type))
    ;   keep_operator(Problem, Names, Priority-Type)
    ),
    op(Priority, Type, Problem:Names).

keep_operator(Problem, Name, Operator) :-
    Operator = _-Type,
    kind(Type, Kind),
    !,
    operator_before(Problem, Name, Kind, Operator, Before),
    flag(fold_operators, Number, Number + 1),
    assertz(changed_operator(Number, Problem, Name, Kind, Before)),
    assertz(declared_operator(Name, Problem, Kind, Operator)).
keep_operator(_, _, _).                 % op/3 refuses it

%   operator_before(+Problem, +Name, +Kind, +Operator, -Before): what Name was before it
%   became Operator, of the same Kind; with priority 0 if it was no operator.

operator_before(Problem, Name, Kind, _, Before) :-
    retract(declared_operator(Name, Problem, Kind, Operator)),
    !,
    Before = Operator.
operator_before(Problem, Name, Kind, _, Priority-Type) :-
    (   trusted(Problem)
    ->  current_op(Priority, Type, Problem:Name)
    ;   reading_operator(Priority, Type, Name)
    ;   current_op(Priority, Type, system:Name)
    ),
    kind(Type, Kind),
    !.
operator_before(_, _, _, _-Type, 0-Type).

kind(fy, prefix).
kind(fx, prefix).
kind(xfx, infix).
kind(xfy, infix).
kind(yfx, infix).
kind(xf, postfix).
kind(yf, postfix).

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

%!  bare_negations(+Problem, -Reply) is det.
%
%   File and line of the first rule of each file that says `not p` without brackets.

bare_negations(Problem, Reply) :-
    findall(Field,
            ( bare_negation(Problem, File, Line), member(Field, [File, Line]) ),
            Reply).

%!  syntax(+Problem, -Reply) is det.
%
%   Reply is "true" if the files set how text in double quotes is read, else "false";
%   then the number of prefix operators that swipl itself does not have, and their
%   names; then the names of operators that theories are written with and that are not
%   what they are in swipl itself.

:- det(syntax/2).
syntax(Problem, [Sets, Count|Names]) :-
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
    prefix_operator(Problem, Name, Type),
    \+ operator(system, Name, _-Type).

prefix_operator(Problem, Name, Type) :-
    trusted(Problem),
    !,
    operator(Problem, Name, _-Type),
    kind(Type, prefix).
prefix_operator(Problem, Name, Type) :-
    declared_operator(Name, Problem, prefix, Priority-Type),
    Priority > 0.
prefix_operator(Problem, Name, Type) :-
    reading_operator(_, Type, Name),
    kind(Type, prefix),
    \+ declared_operator(Name, Problem, prefix, _).

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
