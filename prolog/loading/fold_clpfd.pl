:- module(fold_clpfd,
          [ '#='/2, '#\\='/2, '#<'/2, '#>'/2, '#=<'/2, '#>='/2
          ]).

/** <module> Comparisons of integers as library(clpfd) has them

Most comparisons have integers on both sides when they are run, or compute one side from
the other. Swipl compiles such goals to arithmetic; here they are recognised when they are
called. All others are those of the library, which is loaded for the first of them.
*/

%!  #=(?A, ?B) is nondet.
%!  #\=(?A, ?B) is nondet.
%!  #<(?A, ?B) is nondet.
%!  #>(?A, ?B) is nondet.
%!  #=<(?A, ?B) is nondet.
%!  #>=(?A, ?B) is nondet.
%
%   As in library(clpfd).

'#='(A, B) :-
    (   value(A, X)
    ->  (   value(B, Y)
        ->  X =:= Y
        ;   var(B), \+ attvar(B)
        ->  B = X
        ;   library_('#='(A, B))
        )
    ;   var(A), \+ attvar(A), value(B, Y)
    ->  A = Y
    ;   library_('#='(A, B))
    ).
'#\\='(A, B) :- ( both(A, B, X, Y) -> X =\= Y ; library_('#\\='(A, B)) ).
'#<'(A, B) :- ( both(A, B, X, Y) -> X < Y ; library_('#<'(A, B)) ).
'#>'(A, B) :- ( both(A, B, X, Y) -> X > Y ; library_('#>'(A, B)) ).
'#=<'(A, B) :- ( both(A, B, X, Y) -> X =< Y ; library_('#=<'(A, B)) ).
'#>='(A, B) :- ( both(A, B, X, Y) -> X >= Y ; library_('#>='(A, B)) ).

library_(Constraint) :-
    use_module(library(clpfd), []),
    clpfd:Constraint.

both(A, B, X, Y) :-
    value(A, X),
    value(B, Y).

%   value(+Expression, -Integer) is semidet.
%
%   The value of an expression of integers, without division: the library's fails where
%   arithmetic raises an error.

value(Expression, Integer) :-
    plain(Expression),
    Integer is Expression.

plain(X) :- integer(X), !.
plain(X) :- var(X), !, fail.
plain(X + Y) :- plain(X), plain(Y).
plain(X - Y) :- plain(X), plain(Y).
plain(X * Y) :- plain(X), plain(Y).
plain(-X) :- plain(X).
plain(abs(X)) :- plain(X).
plain(min(X, Y)) :- plain(X), plain(Y).
plain(max(X, Y)) :- plain(X), plain(Y).
