:- module(fold_clause_copies,
          [ add_copies/3,               % +Problem, +Predicates, +Kind
            remove_copies/2             % +Problem, +Arity
          ]).
:- use_module(library(lists), [member/2]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../vetting/fold_as_written', [as_written_body/4]).
:- use_module(fold_theory, [theory_clause/3]).
:- use_module(fold_theory_calls, [body_parts/5, remove_call_sites/1]).

/** <module> Clauses of a theory that can be asked by themselves

A copy of a clause says of which clause it is, by Index, and whether its exceptions let it
hold: Covered is 1, or 0 where only the rest of its body does. It has one answer at most.
Copies are facts and rules of the companion of a problem.
*/

%!  add_copies(+Problem, +Predicates, +Kind) is det.
%
%   Copy the clauses of Predicates, as theory_calls/3 gives them. Kind is direct or
%   called: the copies are `'fold clause'(Index, Covered, Arguments...)`, or
%   `'fold called'(Predicate, Arguments, Index, Covered)`. Exceptions are about the
%   arguments; these are bound when direct copies are asked, so one answer without
%   exceptions is enough there. Others are asked as they are written.

add_copies(Problem, Predicates, Kind) :-
    forall(( member(called(Name/Arity, _, _), Predicates),
             functor(Head, Name, Arity),
             clause(Problem:Head, Body, Ref),
             theory_clause(Problem, Ref, Index) ),
           add_copy(Kind, Problem, Name/Arity, Head, Body, Index)).

add_copy(Kind, Problem, Predicate, Head, Body, Index) :-
    Head =.. [_|Args],
    body_parts(Body, Problem, Args, Default0, Exceptions),
    (   Kind == direct
    ->  looked_up(Default0, Problem, Args, Default),
        Copy =.. ['fold clause', Index, Covered|Args]
    ;   Default = Default0,
        Copy = 'fold called'(Predicate, Args, Index, Covered)
    ),
    (   Exceptions == true
    ->  Asked = ( Default -> Covered = 1 )
    ;   Kind == direct
    ->  Asked = ( Default -> ( Exceptions -> Covered = 1 ; Covered = 0 ) )
    ;   Asked = ( Body -> Covered = 1 ; Default -> Covered = 0 )
    ),
    companion(Problem, Companion),
    as_written_body(Problem, Head, Asked, Goal),
    assertz(Problem:(Companion:Copy :- Goal)).

%!  remove_copies(+Problem, +Arity) is det.
%
%   Remove what add_copies/3 and add_call_sites/2 have added.

remove_copies(Problem, Arity) :-
    Size is Arity + 2,
    functor(Copy, 'fold clause', Size),
    companion(Problem, Companion),
    retractall(Companion:Copy),
    retractall(Companion:'fold called'(_, _, _, _)),
    remove_call_sites(Problem).

%   looked_up(+Body, +Problem, +Args, -LookedUp): Body with enumerations of the head's
%   arguments, which are ground when it is called, as tries: member/2 takes as long as
%   its list.

looked_up((A0, B0), Problem, Args, (A, B)) :-
    !,
    looked_up(A0, Problem, Args, A),
    looked_up(B0, Problem, Args, B).
looked_up(Goal, Problem, Args, trie_lookup(Trie, Term, _)) :-
    strip_module(Problem:Goal, Module, Plain),
    Plain = member(Term, List),
    is_list(List),
    ground(List),
    term_variables(Term, Own),
    term_variables(Args, Bound),
    forall(member(Variable, Own), ( member(Other, Bound), Other == Variable )),
    (   Module == lists
    ->  true
    ;   predicate_property(Module:Plain, imported_from(lists))
    ),
    !,
    trie_new(Trie),
    forall(member(Element, List), ignore(trie_insert(Trie, Element, true))).
looked_up(Goal, _, _, Goal).
