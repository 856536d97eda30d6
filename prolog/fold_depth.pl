:- module(fold_depth,
          [ check_depth/1,              % +Term
            check_depth/3,              % +Term, +File, +Line
            check_brackets/1            % +File
          ]).

/** <module> Terms that are nested too deeply

Prolog reads and writes terms by recursion in C, where too deep a term ends the
process. No term deeper than deepest/1 comes that far: what Prolog is to read is
looked at for brackets, by Python or here, and what it is to write for its depth.
*/

%   deepest(-Depth): of what fits into eight megabytes, a third.

deepest(5000).

%!  check_depth(+Term) is det.
%!  check_depth(+Term, +File, +Line) is det.
%
%   @throws fold_error(deep, File, Line, []) for a term that is too deep

check_depth(Term) :-
    check_depth(Term, '', 0).

check_depth(Term, _, _) :-
    atomic(Term),
    !.
check_depth(Term, File, Line) :-
    deepest(Room),
    (   ( cyclic_term(Term) ; fits(Term, Room) )
    ->  true
    ;   throw(fold_error(deep, File, Line, []))
    ).

fits(Term, _) :-
    \+ compound(Term),
    !.
fits([Head|Tail], Room) :-              % the length of a list does not matter
    !,
    Room > 0,
    Less is Room - 1,
    fits(Head, Less),
    fits(Tail, Room).
fits(Term, Room) :-
    Room > 0,
    Less is Room - 1,
    compound_name_arity(Term, _, Arity),
    fits_from(Arity, Term, Less).

fits_from(0, _, _) :- !.
fits_from(I, Term, Room) :-
    arg(I, Term, Arg),
    fits(Arg, Room),
    I1 is I - 1,
    fits_from(I1, Term, Room).

%!  check_brackets(+File) is det.
%
%   @throws fold_error(deep, File, Line, []) where brackets are nested too deeply

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
        (   deepest(Depth1)
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
