:- module(fold_text,
          [ write_quoted/1,             % +Term
            quoted/2,                   % +Term, -String
            spaced/2,                   % +Term, -String
            spaced/3,                   % +Term, +Bindings, -String
            pack/2,                     % +Integers, -String
            unpack/2,                   % +String, -Integers
            named/2,                    % +Text, -Atom
            check_texts/2               % +Texts, -Reply
          ]).

:- use_module(library(error), [must_be/2]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_depth, [check_depth/1]).

/** <module> How terms and numbers cross to Python

Terms travel as the text that reads back as the same term in any module: quoted,
and written with the standard operators only, whatever operators the user's
files define. Such text never holds a raw newline or tab, so these separate
texts safely. Integers travel in bulk as the character codes of one string.
*/

%!  write_quoted(+Term) is det.
%
%   Write Term to the current output so that it can stand as an argument.

write_quoted(Term) :-
    check_depth(Term),
    write_term(Term, [quoted(true), priority(999), module(fold_text)]).

%!  quoted(+Term, -String) is det.

quoted(Term, String) :-
    with_output_to(string(String), write_quoted(Term)).

%!  spaced(+Term, -String) is det.
%!  spaced(+Term, +Bindings:list, -String) is det.
%
%   As quoted/2, for people: a space after each comma, and variables by the names
%   that Bindings gives them.

spaced(Term, String) :-
    spaced(Term, [], String).

spaced(Term, Bindings, String) :-
    check_depth(Term),
    with_output_to(string(String),
                   write_term(Term, [ quoted(true), priority(999), module(fold_text),
                                      spacing(next_argument),
                                      variable_names(Bindings) ])).

%!  pack(+Integers:list(nonneg), -String) is det.
%
%   After a first character, integers below 2^15 are a character each, which keeps
%   clear of the surrogates; where there are others, below 2^30, they are two each.
%   The first character is 0 or 1.

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
%   The atom that is written as Text: the way back from quoted/2.

:- det(named/2).
named(Text, Atom) :-
    term_string(Atom, Text, [module(fold_text)]),
    must_be(atom, Atom).

%!  check_texts(+Texts:string, -Reply) is det.
%
%   Each line of Texts is what write_quoted/1 writes of some ground term.
%
%   @throws fold_error(text, '', 0, [Text]) for one that is not

:- det(check_texts/2).
check_texts(Texts, []) :-
    split_string(Texts, "\n", "", Lines),
    forall(( member(Line, Lines), Line \== "" ), check_text(Line)).

check_text(Line) :-
    (   catch(term_string(Term, Line, [module(fold_text)]), error(_, _), fail),
        ground(Term),
        quoted(Term, Line)
    ->  true
    ;   throw(fold_error(text, '', 0, [Line]))
    ).
