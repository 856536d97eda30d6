:- module(fold_depth,
          [ check_depth/1,              % +Term
            check_depth/3,              % +Term, +File, +Line
            check_brackets/1            % +File
          ]).

/** <module> Terms that are nested too deeply

Prolog reads and writes terms by recursion in C, where a term that is nested too deeply
overflows the stack and ends the process. No term deeper than max_depth/1 gets there:
files are checked for nested brackets before they are read, by Python or here, and
terms for their depth before they are written.
*/

%   max_depth(-Levels): a third of what a C stack of 8 MB holds.

max_depth(5000).

%!  check_depth(+Term) is det.
%!  check_depth(+Term, +File, +Line) is det.
%
%   Check that Term is not nested too deeply. The length of a list does not matter.
%
%   @throws fold_error(deep, File, Line, []) if it is

check_depth(Term) :-
    check_depth(Term, '', 0).

check_depth(Term, _, _) :-
    atomic(Term),
    !.
check_depth(Term, File, Line) :-
    max_depth(Levels),
    (   ( cyclic_term(Term) ; fits(Term, Levels) )
    ->  true
    ;   throw(fold_error(deep, File, Line, []))
    ).

%   fits(+Term, +Levels) is semidet.
%
%   Term is nested at most this many levels deep.

fits(Term, _) :-
    \+ compound(Term),
    !.
fits([Head|Tail], Levels) :-
    !,
    Levels > 0,
    Less is Levels - 1,
    fits(Head, Less),
    fits(Tail, Levels).
fits(Term, Levels) :-
    Levels > 0,
    Less is Levels - 1,
    compound_name_arity(Term, _, Arity),
    fits_from(Arity, Term, Less).

fits_from(0, _, _) :- !.
fits_from(I, Term, Levels) :-
    arg(I, Term, Arg),
    fits(Arg, Levels),
    I1 is I - 1,
    fits_from(I1, Term, Levels).

%!  check_brackets(+File) is det.
%
%   Check that the brackets of a file are not nested too deeply, wherever they stand.
%
%   @throws fold_error(deep, File, Line, []) if they are

check_brackets(File) :-
    setup_call_cleanup(
        open(File, read, In, [encoding(octet)]),
        brackets(In, 0, File),
        close(In)).

brackets(In, Depth, File) :-
    get_char(In, Char),
    (   Char == end_of_file
    ->  true
    ;   bracket(Char, Step)
    ->  Depth1 is Depth + Step,
        (   max_depth(Depth1)
        ->  line_count(In, Line),
            throw(fold_error(deep, File, Line, []))
        ;   brackets(In, Depth1, File)
        )
    ;   brackets(In, Depth, File)
    ).

bracket('(', 1).
bracket('[', 1).
bracket('{', 1).
bracket(')', -1).
bracket(']', -1).
bracket('}', -1).
