:- module(fold_left_recursion,
          [ left_recursive/2,           % +Problem, -Reply
            left_recursive_clause/3     % +Problem, ?Indicator, -Place
          ]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module('../loading/fold_directives', [declared_tabled/3]).
:- use_module('../problem/fold_problem', [rule_at/4]).
:- use_module(fold_table, [tabled/2]).
:- use_module('../terms/fold_text', [quoted/2]).

/** <module> Left-recursive predicates, which swipl does not end without tabling
*/

%!  left_recursive(+Problem, -Reply) is det.
%
%   The predicates that are tabled here, that no file tables, and of which a clause
%   calls itself before anything else: swipl does not end there. Reply has the name and
%   arity of each, and file and line of the clause.

left_recursive(Problem, Reply) :-
    findall(P-Place, left_recursive_clause(Problem, P, Place), Pairs),
    findall([Text, Arity, File, Line],
            ( group_pairs_by_key(Pairs, Groups),
              member(Functor/Arity-[File-Line|_], Groups),
              quoted(Functor, Text)
            ),
            Records),
    append(Records, Reply).

%!  left_recursive_clause(+Problem, ?Indicator, -Place) is nondet.
%
%   A clause of Indicator at Place, File-Line, calls Indicator before anything else.

left_recursive_clause(Problem, Functor/Arity, File-Line) :-
    tabled(Problem, Functor/Arity),
    \+ declared_tabled(Problem, Functor, Arity),
    functor(Head, Functor, Arity),
    functor(Call, Functor, Arity),
    clause(Problem:Head, Body, Ref),
    ( Body = Call ; Body = (Call, _) ),
    rule_at(Problem, Ref, File, Line).
