:- module(fold_text,
          [ write_quoted/1,             % +Term
            quoted/2,                   % +Term, -String
            spaced/2,                   % +Term, -String
            spaced/3,                   % +Term, +Bindings, -String
            pack/2,                     % +Integers, -String
            unpack/2,                   % +String, -Integers
            numbers_in/2,               % +Text, -Numbers
            named/2,                    % +Text, -Atom
            quoted_with_names/3,        % +Term, +Bindings, -String
            goal_text/2,                % +Goal, -String
            kind_of/2,                  % +Term, -String
            error_text/2,               % +Error, -String
            canonical/2                 % +Texts, -Reply
          ]).

:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(fold_size, [check_size/1]).

/** <module> Terms, numbers and messages as text for Python

A term that crosses is written as text that reads back as the same term in any module,
whatever operators are defined there: quoted, and without operators. Such text never has
a raw newline or tab, so these can separate texts. Text for people has the standard
operators. Many integers at once are the character codes of one string.
*/

%!  write_quoted(+Term) is det.
%
%   Write Term to the current output so that it can stand as an argument. All compounds
%   but lists and curly terms are written as a name with arguments in brackets.
%
%   @throws fold_error(blob, '', 0, [Text]) for a term that no text denotes, such as a
%           stream

write_quoted(Term) :-
    check_size(Term),
    check_blobs(Term),
    write_term(Term, [quoted(true), ignore_ops(true), module(fold_text)]).

check_blobs(Term) :-
    (   ( cyclic_term(Term) ; readable(Term) )
    ->  true
    ;   format(string(Text), "~q", [Term]),
        throw(fold_error(blob, '', 0, [Text]))
    ).

readable(Term) :-
    atomic(Term),
    !,
    (   blob(Term, Type)
    ->  memberchk(Type, [text, ucs_text, reserved_symbol])
    ;   true
    ).
readable([Head|Tail]) :-
    !,
    readable(Head),
    readable(Tail).
readable(Term) :-
    compound(Term),
    !,
    compound_name_arguments(Term, Name, Arguments),
    readable(Name),
    maplist(readable, Arguments).
readable(_).

%!  quoted(+Term, -String) is det.
%
%   String is what write_quoted/1 writes.

quoted(Term, String) :-
    with_output_to(string(String), write_quoted(Term)).

%!  spaced(+Term, -String) is det.
%!  spaced(+Term, +Bindings:list, -String) is det.
%
%   As quoted/2, for people: with the standard operators, a space after each comma, and
%   variables by the names that Bindings gives them.

spaced(Term, String) :-
    spaced(Term, [], String).

spaced(Term, Bindings, String) :-
    check_size(Term),
    with_output_to(string(String),
                   write_term(Term, [ quoted(true), priority(999), module(fold_text),
                                      spacing(next_argument),
                                      variable_names(Bindings) ])).

%!  pack(+Integers:list(nonneg), -String) is det.
%
%   The first character of String says how the integers follow: 0 for one character
%   each, where all are below 2^15, so that none is a surrogate; 1 for two characters
%   each, where some are larger. All are below 2^30.

:- det(pack/2).
pack(Integers, String) :-
    (   small(Integers)
    ->  Codes = [0|Integers]
    ;   Codes = [1|Halves],
        halves(Integers, Halves)
    ),
    string_codes(String, Codes).

small([]).
small([I|Is]) :-
    I < 32768,
    small(Is).

halves([], []).
halves([I|Is], [High, Low|Codes]) :-
    High is I >> 15,
    Low is I /\ 32767,
    halves(Is, Codes).

%!  unpack(+String, -Integers:list(nonneg)) is det.
%
%   The inverse of pack/2.

:- det(unpack/2).
unpack(String, Integers) :-
    string_codes(String, [Kind|Codes]),
    (   Kind == 0
    ->  Integers = Codes
    ;   wholes(Codes, Integers)
    ).

wholes([], []).
wholes([High, Low|Codes], [I|Is]) :-
    I is High << 15 \/ Low,
    wholes(Codes, Is).

%!  named(+Text:string, -Atom) is det.
%
%   The atom that quoted/2 writes as Text.
%
%   @throws error(type_error(atom, Term), _) if Text is another term

:- det(named/2).
named(Text, Atom) :-
    term_string(Atom, Text, [module(fold_text)]),
    (   atom(Atom)
    ->  true
    ;   throw(error(type_error(atom, Atom), _))
    ).

                /*******************************
                *           MESSAGES           *
                *******************************/

%!  quoted_with_names(+Term, +Bindings:list, -String) is det.
%
%   The text of a term as a file has it, with the names of its variables; the others
%   are `_`.

quoted_with_names(Term, Bindings, Text) :-
    copy_term(Term-Bindings, Copy-Names),
    maplist(named_variable, Names),
    term_variables(Copy, Unnamed),
    maplist(=('$VAR'('_')), Unnamed),
    with_output_to(string(Text),
                   write_term(Copy, [ quoted(true), numbervars(true),
                                      module(fold_text) ])).

named_variable(Name='$VAR'(Name)).

%!  goal_text(+Goal, -String) is det.
%
%   The text of a goal, whose variables get names.

goal_text(Goal, Text) :-
    copy_term(Goal, Named),
    numbervars(Named, 23, _),           % X, Y, Z, A1, ...
    with_output_to(string(Text),
                   write_term(Named, [ quoted(true), numbervars(true), max_depth(20),
                                       module(fold_text) ])).

%!  kind_of(+Term, -String) is det.
%
%   What Term is, in words, where a clause or an example is expected.

kind_of(Term, "a variable") :- var(Term), !.
kind_of(Term, "a number")   :- number(Term), !.
kind_of(Term, "a string")   :- string(Term), !.
kind_of(_,    "no clause").

%!  error_text(+Error, -String) is det.
%
%   SWI-Prolog's message for Error, on one line. It has none for what programs throw.

error_text(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    !,
    (   Lines = ['Unknown message: ~p'-_|_]
    ->  goal_text(Error, Thrown),
        format(string(Text), "the exception ~s is thrown", [Thrown])
    ;   with_output_to(string(Text0),
                       print_message_lines(current_output, '', Lines)),
        normalize_space(string(Text), Text0)
    ).

%!  numbers_in(+Text:string, -Numbers) is det.
%
%   Numbers are those in Text, with blanks between them.

numbers_in("", []) :-
    !.
numbers_in(Text, Numbers) :-
    split_string(Text, " ", "", Parts),
    maplist(number_string, Numbers, Parts).

%!  canonical(+Texts:string, -Reply) is det.
%
%   Reply has for each of Texts, which NUL characters separate, what write_quoted/1
%   writes for the ground term that it is, or empty text if it is none.

:- det(canonical/2).
canonical(Texts, Reply) :-
    split_string(Texts, "\000\", "", Parts),
    maplist(canonical_text, Parts, Reply).

canonical_text(Text, Canonical) :-
    (   catch(term_string(Term, Text, [module(fold_text)]), error(_, _), fail),
        ground(Term)
    ->  quoted(Term, Canonical)
    ;   Canonical = ""
    ).
