:- module(fold_judge,
          [ judge/5,                    % +Problem, +Name, +Arity, +Limit, -Reply
            judge_clauses/5,            % +Problem, +Name, +Arity, +Limit, -Reply
            judge_default/7             % +Problem, +Index, +Name, +Arity, +Packed,
                                        % +Limit, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_ask, [ask/6, reporting_asked/3]).
:- use_module(fold_problem, [companion/2]).
:- use_module(fold_text, [named/2, pack/2, unpack/2]).
:- use_module(fold_theory, [theory_clause/3]).

/** <module> What a theory, and each of its clauses, says of the examples

The theory is that which add_theory/6 added last. Numbers of examples are packed.
*/

%!  judge(+Problem, +Name, +Arity, +Limit, -Reply) is det.
%
%   Reply is the indices of the examples that the theory makes true, packed.

:- det(judge/5).
judge(Problem0, Name0, Arity, Limit, [Packed]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    Question = ( Companion:example(I, Atom),
                 nb_setval(fold_asked, I),
                 \+ \+ Problem:Atom ),
    reporting_asked(
        ask(Question, Problem, Atom, Limit, I, Indices),
        Atom,
        ( nb_getval(fold_asked, Asked), Companion:example(Asked, Atom) )),
    pack(Indices, Packed).

%!  judge_clauses(+Problem, +Name, +Arity, +Limit, -Reply) is det.
%
%   Reply is the indices of the examples that each clause covers by itself, packed. A
%   clause of another arity than Name/Arity covers none.

:- det(judge_clauses/5).
judge_clauses(Problem0, Name0, Arity, Limit, Covers) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    findall(Ref, theory_clause(Problem, Ref, _), Refs),
    maplist(covers(Problem, Companion, Atom, Limit), Refs, Covers).

%   covers(+Problem, +Companion, +Atom, +Limit, +ClauseRef, -Packed): the examples that
%   one clause covers.

covers(Problem, Companion, Atom, Limit, Ref, Packed) :-
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    Atom =.. [_|Args],
    (   functor(Atom, _, Arity),
        functor(Head, _, Arity)
    ->  Copy =.. ['fold clause', Index|Args],
        Question = ( Companion:example(I, Atom), \+ \+ Problem:Copy ),
        functor(Head, Name, _),
        functor(Blamed, Name, Arity),
        ask(Question, Problem, Blamed, Limit, I, Indices)
    ;   Indices = []
    ),
    pack(Indices, Packed).

%!  judge_default(+Problem, +Index, +Name, +Arity, +Packed, +Limit, -Reply) is det.
%
%   Reply is those of the packed indices whose examples the clause with this Index
%   covers without its exceptions: what the theory defines, negated, of the arguments of
%   the head.

:- det(judge_default/7).
judge_default(Problem0, Index, Name0, Arity, Packed, Limit, [Covered]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    Atom =.. [_|Args],
    length(Variables, Arity),
    Copy =.. ['fold clause', Index|Variables],
    clause(Problem:Copy, Body),
    default(Body, Problem, Variables, Default),
    unpack(Packed, Indices),
    Question = ( member(I, Indices),
                 Companion:example(I, Atom),
                 \+ \+ ( Variables = Args, Problem:Default ) ),
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    functor(Head, Functor, _),
    functor(Blamed, Functor, Arity),
    ask(Question, Problem, Blamed, Limit, I, Found),
    pack(Found, Covered).

%   default(+Body, +Problem, +Args, -Default): Body without the exceptions of a head
%   with these arguments.

default((A0, B0), Problem, Args, Body) :-
    !,
    default(A0, Problem, Args, A),
    default(B0, Problem, Args, B),
    (   A == true
    ->  Body = B
    ;   B == true
    ->  Body = A
    ;   Body = (A, B)
    ).
default(\+ Goal, Problem, Args, true) :-
    Goal =.. [_|Own],
    Own == Args,
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    clause(Problem:Head, _, Ref),
    theory_clause(Problem, Ref, _),
    !.
default(Goal, _, _, Goal).
