:- module(fold_size,
          [ check_size/1,               % +Term
            check_size/3,               % +Term, +File, +Line
            max_table_size/1,           % -Cells
            max_table_answers/1,        % -Count
            max_answer_cells/1,         % -Cells
            oversize/2                  % +Error, -Kind
          ]).

/** <module> Terms that are too large

Prolog reads, writes and compiles terms by recursion in C. Where the C stack overflows
it throws an error, since it is started so (see `fold_cli/engine/startup.py`); which
depth that is depends on the machine. Terms that enter from a file and terms that leave
as text are therefore refused at a fixed depth below it. A term whose parts are shared
can be small in memory and endless as text, so the number of parts is limited too.
*/

%   max_depth(-Levels): a third of what a C stack of 8 MB holds.

max_depth(5000).

%   max_parts(-Count): arguments of compound terms, each as often as it is written.

max_parts(2_000_000).

%   max_length(-Characters): of an atom or a string.

max_length(10_000_000).

%!  max_table_size(-Cells) is det.
%
%   Cells of a call or an answer in a table. What is larger has no end.

max_table_size(10_000).

%!  max_table_answers(-Count) is det.
%
%   Answers in one table. What has more, such as `n(X) :- n(Y), X is Y + 1`, has no end;
%   to come so far takes seconds, to fill the memory for tables half a minute.

max_table_answers(2_000_000).

%!  max_answer_cells(-Cells) is det.
%
%   Cells of all answers to one call without a table. What has more, such as the walks
%   through a cycle, has no end: to come so far takes seconds, to fill the memory minutes.

max_answer_cells(6_000_000).

%!  check_size(+Term) is det.
%!  check_size(+Term, +File, +Line) is det.
%
%   Check that Term is not too large to be written. The length of a list does not count
%   as depth.
%
%   @throws fold_error(deep, File, Line, []), fold_error(large, File, Line, [])

check_size(Term) :-
    check_size(Term, '', 0).

check_size(Term, _, _) :-
    cyclic_term(Term),
    !.
check_size(Term, File, Line) :-
    max_depth(Levels),
    max_parts(Parts),
    catch(fits(Term, Levels, Parts, _),
          oversize(Kind),
          throw(fold_error(Kind, File, Line, []))).

%   fits(+Term, +Levels, +Parts0, -Parts) is det.
%
%   Term is nested at most this many Levels deep, and Parts of Parts0 are left for what
%   comes after it.
%
%   @throws oversize(deep), oversize(large)

fits(Term, _, Parts0, Parts) :-
    \+ compound(Term),
    !,
    (   ( atom(Term) ; string(Term) ),
        atom_length(Term, Length),
        max_length(Max),
        Length > Max
    ->  throw(oversize(large))
    ;   Parts = Parts0
    ).
fits([Head|Tail], Levels, Parts0, Parts) :-
    !,
    inside(Levels, Parts0, 1, Less, Parts1),
    fits(Head, Less, Parts1, Parts2),
    fits(Tail, Levels, Parts2, Parts).
fits(Term, Levels, Parts0, Parts) :-
    compound_name_arity(Term, _, Arity),
    inside(Levels, Parts0, Arity, Less, Parts1),
    fits_from(Arity, Term, Less, Parts1, Parts).

fits_from(0, _, _, Parts, Parts) :- !.
fits_from(I, Term, Levels, Parts0, Parts) :-
    arg(I, Term, Arg),
    fits(Arg, Levels, Parts0, Parts1),
    I1 is I - 1,
    fits_from(I1, Term, Levels, Parts1, Parts).

inside(Levels, Parts0, Count, Less, Parts) :-
    ( Levels > 0 -> Less is Levels - 1 ; throw(oversize(deep)) ),
    ( Parts0 > Count -> Parts is Parts0 - Count ; throw(oversize(large)) ).

%!  oversize(+Error, -Kind) is semidet.
%
%   Error was thrown because a term is too large, and Kind of fold_error/4 says so.

oversize(error(resource_error(c_stack), _), deep).
oversize(fold_error(Kind, '', 0, []), Kind) :-
    memberchk(Kind, [deep, large]).
