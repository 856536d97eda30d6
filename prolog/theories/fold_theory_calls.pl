:- module(fold_theory_calls,
          [ theory_calls/3,             % +Problem, +Target, -Predicates
            of_theory/2,                % +Problem, +Goal
            body_parts/5,               % +Body, +Problem, +Args, -Default, -Exceptions
            add_call_sites/2,           % +Problem, +Predicates
            remove_call_sites/1,        % +Problem
            example_calls/4,            % +Problem, +Predicates, +Args, -Calls
            example_calls/5             % +Problem, +Predicates, +Args, :Answers, -Calls
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [member/2, nth1/3, reverse/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module(fold_theory, [theory_clause/3]).

/** <module> How a theory calls its own predicates when it is asked about an example

A rule of the target is asked about each example. A helper predicate may have other
arguments: `ant(X)` below `species(X, ant)`, or `short(C)` after `has_car(T, C)`. It is
asked about what the clauses above it call it with, after the literals that stand before
the call. A negated call counts where a predicate has no other; a call by which
predicates recurse does not.
*/

:- meta_predicate example_calls(+, +, +, 4, -).

%!  theory_calls(+Problem, +Target, -Predicates) is det.
%
%   Predicates are those of the theory that asking Target, Name/Arity, leads to, Target
%   first and callers before what they call: called(Name/Arity, Kind, Sites). A site is
%   site(Caller, ClauseRef, Place), the place of a call in the body of a clause. Kind is
%   direct for the target, and for all where each is called with the arguments of an
%   example, as an exception or by the target at the beginning of a body: these can be
%   asked about examples by themselves. Otherwise it is called.

:- det(theory_calls/3).
theory_calls(Problem, Target, [called(Target, direct, [])|Predicates]) :-
    findall(Caller-use(Callee, Sign, Kind, site(Caller, Ref, Place)),
            theory_call(Problem, Target, Caller, Callee, Sign, Kind, Ref, Place),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Uses),
    empty_assoc(None),
    callers_first([Target], Uses, None, _, [], [Target|Order]),
    add_uses(Target, Uses, None, Sites),
    foldl(classify(Problem, Uses), Order, Sites-[], _-Reversed),
    reverse(Reversed, Predicates0),
    (   memberchk(called(_, called, _), Predicates0)
    ->  maplist(called, Predicates0, Predicates)
    ;   Predicates = Predicates0
    ).

called(called(Predicate, _, Sites), called(Predicate, called, Sites)).

theory_call(Problem, Target, Caller, Callee, Sign, Kind, Ref, Place) :-
    theory_clause(Problem, Ref, _),
    clause(Problem:Head, Body, Ref),
    functor(Head, CallerName, CallerArity),
    Caller = CallerName/CallerArity,
    conjuncts(Body, Literals, []),
    nth1(Place, Literals, Literal),
    called_goal(Literal, Goal, Sign),
    of_theory(Problem, Goal),
    functor(Goal, Name, Arity),
    Callee = Name/Arity,
    Head =.. [_|HeadArgs],
    (   has_arguments(Goal, HeadArgs),
        ( Sign == negated ; Caller == Target, Place =:= 1 )
    ->  Kind = direct
    ;   Kind = called
    ).

conjuncts((A, B), Literals, Rest) :-
    !,
    conjuncts(A, Literals, Literals1),
    conjuncts(B, Literals1, Rest).
conjuncts(Literal, [Literal|Rest], Rest).

called_goal(Literal, Goal, Sign) :-
    (   Literal = (\+ Goal)
    ->  Sign = negated
    ;   Literal = once(Goal)
    ->  Sign = plain
    ;   Goal = Literal,
        Sign = plain
    ),
    callable(Goal).

%   has_arguments(+Goal, +Args): these are the arguments of Goal, those of a head, and none
%   is a term with variables, which Python has as a literal of the body.

has_arguments(Goal, Args) :-
    Goal =.. [_|Own],
    Own == Args,
    forall(member(Arg, Args), ( var(Arg) ; ground(Arg) )).

%!  of_theory(+Problem, +Goal) is semidet.
%
%   The theory defines the predicate of Goal. All its clauses are the theory's then.

of_theory(Problem, Goal) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    catch(clause(Problem:Head, _, Ref), error(permission_error(_, _, _), _), fail),
    !,
    theory_clause(Problem, Ref, _).

%   callers_first(+Predicates, +Uses, +Seen0, -Seen, +Order0, -Order): add Predicates, and
%   all that they lead to, before Order0.

callers_first([], _, Seen, Seen, Order, Order).
callers_first([Predicate|Predicates], Uses, Seen0, Seen, Order0, Order) :-
    (   get_assoc(Predicate, Seen0, _)
    ->  Seen1 = Seen0,
        Order1 = Order0
    ;   put_assoc(Predicate, Seen0, true, Seen2),
        findall(Callee, use_by(Predicate, Uses, use(Callee, _, _, _)), Callees),
        callers_first(Callees, Uses, Seen2, Seen1, Order0, Order2),
        Order1 = [Predicate|Order2]
    ),
    callers_first(Predicates, Uses, Seen1, Seen, Order1, Order).

use_by(Predicate, Uses, Use) :-
    get_assoc(Predicate, Uses, Own),
    member(Use, Own).

%   classify(+Problem, +Uses, +Predicate, +State0, -State): all calls of Predicate that
%   count are known, as sites(Plain, Negated), lists of Kind-Site.

classify(Problem, Uses, Predicate, Sites0-Before, Sites-[Called|Before]) :-
    Called = called(Predicate, Kind, Own),
    get_assoc(Predicate, Sites0, sites(Plain, Negated)),
    (   Plain == []
    ->  pairs_values(Negated, Own),
        Chosen = Negated,
        Heads = []
    ;   pairs_values(Plain, Own),
        Chosen = Plain,
        clause_arguments(Problem, Predicate, Heads)
    ),
    (   \+ memberchk(called-_, Chosen),
        forall(member(Head, Heads),
               ( member(Site, Own), calls_all(Problem, Site, Head) ))
    ->  Kind = direct
    ;   Kind = called
    ),
    add_uses(Predicate, Uses, Sites0, Sites).

%   clause_arguments(+Problem, +Predicate, -Heads): the arguments of the heads of its clauses.

clause_arguments(Problem, Name/Arity, Heads) :-
    functor(Head, Name, Arity),
    findall(Args, ( clause(Problem:Head, _), Head =.. [_|Args] ), Heads).

%   calls_all(+Problem, +Site, +Args): the clause that calls with the arguments of its head
%   does so for all examples that Args, those of another head, are about.

calls_all(Problem, site(_, Ref, _), Args) :-
    clause(Problem:Head, _, Ref),
    Head =.. [_|General],
    subsumes_term(General, Args).

add_uses(Caller, Uses, Sites0, Sites) :-
    findall(Use, use_by(Caller, Uses, Use), Own),
    foldl(add_use, Own, Sites0, Sites).

add_use(use(Callee, Sign, Kind, Site), Sites0, Sites) :-
    (   get_assoc(Callee, Sites0, sites(Plain, Negated))
    ->  true
    ;   Plain = [],
        Negated = []
    ),
    (   Sign == plain
    ->  New = sites([Kind-Site|Plain], Negated)
    ;   New = sites(Plain, [Kind-Site|Negated])
    ),
    put_assoc(Callee, Sites0, New, Sites).

                /*******************************
                *            BODIES            *
                *******************************/

%!  body_parts(+Body, +Problem, +Args, -Default, -Exceptions) is det.
%
%   Body in two parts, for a head with Args; the exceptions are what the theory defines,
%   negated, of Args.

body_parts((A0, B0), Problem, Args, Default, Exceptions) :-
    !,
    body_parts(A0, Problem, Args, A, Exceptions1),
    body_parts(B0, Problem, Args, B, Exceptions2),
    both(A, B, Default),
    both(Exceptions1, Exceptions2, Exceptions).
body_parts(\+ Goal, Problem, Args, true, \+ Goal) :-
    has_arguments(Goal, Args),
    of_theory(Problem, Goal),
    !.
body_parts(Goal, _, _, Goal, true).

both(true, Goal, Goal) :- !.
both(Goal, true, Goal) :- !.
both(A, B, (A, B)).

                /*******************************
                *            ASKING            *
                *******************************/

%!  add_call_sites(+Problem, +Predicates) is det.
%
%   Let example_calls/5 ask with what Predicates are called. The arguments at a site are
%   `'fold call'(Callee, Caller, HeadArgs, Args)` in the companion of Problem. An exception
%   is called with what the rest of its body covers without other exceptions.

add_call_sites(Problem, Predicates) :-
    forall(( member(called(Callee, _, Sites), Predicates),
             member(site(Caller, Ref, Place), Sites) ),
           add_call_site(Problem, Callee, Caller, Ref, Place)).

add_call_site(Problem, Callee, Caller, Ref, Place) :-
    clause(Problem:Head, Body, Ref),
    Head =.. [_|HeadArgs],
    conjuncts(Body, Literals, []),
    nth1(Place, Literals, Literal),
    !,
    called_goal(Literal, Goal, Sign),
    Goal =.. [_|Args],
    (   Sign == negated,
        has_arguments(Goal, HeadArgs)
    ->  body_parts(Body, Problem, HeadArgs, Before, _)
    ;   before(Place, Literals, Before)
    ),
    companion(Problem, Companion),
    assertz(Problem:(Companion:'fold call'(Callee, Caller, HeadArgs, Args) :- Before)).

before(1, _, true) :- !.
before(Place, [Literal|Literals], Before) :-
    Next is Place - 1,
    before(Next, Literals, Rest),
    both(Literal, Rest, Before).

%!  remove_call_sites(+Problem) is det.
%
%   Undo add_call_sites/2.

remove_call_sites(Problem) :-
    companion(Problem, Companion),
    retractall(Companion:'fold call'(_, _, _, _)).

%!  example_calls(+Problem, +Predicates, +Args, -Calls) is det.
%!  example_calls(+Problem, +Predicates, +Args, :Answers, -Calls) is det.
%
%   Calls has Name/Arity-ArgLists for each of Predicates: what it is called with when the
%   theory is asked about an example with Args. Predicates that are not among them, and
%   the target, have these. call(Answers, Callee, Template, Goal, List), with a Goal that
%   names its module, is as findall(Template, Goal, List), by default.

example_calls(Problem, Predicates, Args, Calls) :-
    example_calls(Problem, Predicates, Args, answers, Calls).

answers(_, Template, Goal, List) :-
    findall(Template, Goal, List).

example_calls(Problem, Predicates, Args, Answers, Calls) :-
    companion(Problem, Companion),
    empty_assoc(None),
    foldl(calls_of(Companion, Args, Answers), Predicates, None-[], _-Calls).

calls_of(Companion, Args, Answers, Predicate, Known0-Calls, Known-[Callee-Lists|Calls]) :-
    Predicate = called(Callee, _, Sites),
    (   Sites == []
    ->  Lists = [Args]
    ;   findall(Caller, member(site(Caller, _, _), Sites), Callers0),
        sort(Callers0, Callers),
        Goal = ( member(Caller, Callers),
                 caller_args(Caller, Known0, Args, CallerArgs),
                 Companion:'fold call'(Callee, Caller, CallerArgs, CallArgs) ),
        call(Answers, Callee, CallArgs, fold_theory_calls:Goal, Lists0),
        sort(Lists0, Lists)
    ),
    put_assoc(Callee, Known0, Lists, Known).

caller_args(Caller, Known, Args, CallerArgs) :-
    (   get_assoc(Caller, Known, Lists)
    ->  member(CallerArgs, Lists)
    ;   CallerArgs = Args
    ).
