:- module(fold_judge,
          [ judge/5,                    % +Problem, +Name, +Arity, +Limit, -Reply
            judge_clauses/7             % +Problem, +Name, +Arity, +First, +Last,
                                        % +Limit, -Reply
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(fold_ask, [ask/6, reporting_asked/3]).
:- use_module(fold_problem, [companion/2]).
:- use_module(fold_text, [named/2, pack/2]).
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

%!  judge_clauses(+Problem, +Name, +Arity, +First, +Last, +Limit, -Reply) is det.
%
%   Reply is two packed lists: numbers of clauses and, beside each, twice the index,
%   from First to Last, of an example that the clause covers without its exceptions,
%   plus one if it covers it with them as well. A clause of another arity than
%   Name/Arity covers none.
%
%   All clauses are asked about an example before the next, which takes a third of the
%   time of asking one clause after the other. Where that ends in an error, they are
%   asked one after the other, so that the error is about the one at fault.

:- det(judge_clauses/7).
judge_clauses(Problem0, Name0, Arity, First, Last, Limit, [Clauses, Codes]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    functor(Atom, Name, Arity),
    setup_call_cleanup(
        forall(theory_clause(Problem, Ref, Index), add_copy(Problem, Arity, Ref, Index)),
        (   catch(covers(_, Atom, First-Last, Problem, Atom, Limit, Pairs),
                  fold_error(_, _, _, _),
                  fail)
        ->  true
        ;   findall(Pair, one_covers(Problem, Atom, First-Last, Limit, Pair), Pairs)
        ),
        remove_copies(Problem, Arity)),
    pairs_keys_values(Pairs, Keys, Values),
    pack(Keys, Clauses),
    pack(Values, Codes).

one_covers(Problem, Atom, Range, Limit, Pair) :-
    functor(Atom, _, Arity),
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    functor(Head, Name, _),
    functor(Blamed, Name, Arity),
    covers(Index, Atom, Range, Problem, Blamed, Limit, Pairs),
    member(Pair, Pairs).

%   covers(?Index, +Atom, +Range, +Problem, +Blamed, +Limit, -Pairs): the examples in
%   Range that the clause with this Index, or any, covers. Errors are about Blamed.

covers(Index, Atom, First-Last, Problem, Blamed, Limit, Pairs) :-
    companion(Problem, Companion),
    Atom =.. [_|Args],
    Copy =.. ['fold clause', Index, Covered|Args],
    Question = ( between(First, Last, I),
                 Companion:example(I, Atom),
                 Companion:Copy,
                 Code is 2 * I + Covered ),
    ask(Question, Problem, Blamed, Limit, Index-Code, Pairs).

%   add_copy(+Problem, +Arity, +ClauseRef, +Index): let the clause be asked by itself,
%   `'fold clause'(Index, Covered, Arguments...)` in the companion of Problem, with one
%   answer at most: its exceptions are about the arguments, so one answer without them is
%   enough.

add_copy(Problem, Arity, Ref, Index) :-
    clause(Problem:Head, Body, Ref),
    functor(Head, _, Arity),
    !,
    Head =.. [_|Args],
    Copy =.. ['fold clause', Index, Covered|Args],
    default(Body, Problem, Args, Default0, Exceptions),
    looked_up(Default0, Problem, Args, Default),
    (   Exceptions == true
    ->  Asked = ( Default -> Covered = 1 )
    ;   Asked = ( Default -> ( Exceptions -> Covered = 1 ; Covered = 0 ) )
    ),
    companion(Problem, Companion),
    assertz(Problem:(Companion:Copy :- Asked)).
add_copy(_, _, _, _).

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

remove_copies(Problem, Arity) :-
    Size is Arity + 2,
    functor(Copy, 'fold clause', Size),
    companion(Problem, Companion),
    retractall(Companion:Copy).

%   default(+Body, +Problem, +Args, -Default, -Exceptions): Body in two parts; the
%   exceptions are what the theory defines, negated, of the arguments of the head.

default((A0, B0), Problem, Args, Default, Exceptions) :-
    !,
    default(A0, Problem, Args, A, Exceptions1),
    default(B0, Problem, Args, B, Exceptions2),
    both(A, B, Default),
    both(Exceptions1, Exceptions2, Exceptions).
default(\+ Goal, Problem, Args, true, \+ Goal) :-
    Goal =.. [_|Own],
    Own == Args,
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    clause(Problem:Head, _, Ref),
    theory_clause(Problem, Ref, _),
    !.
default(Goal, _, _, Goal, true).

both(true, Goal, Goal) :- !.
both(Goal, true, Goal) :- !.
both(A, B, (A, B)).
