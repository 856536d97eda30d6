:- module(fold_calls,
          [ body_call/3,                % +Body, +Problem, -Goal
            body_calls/3,               % +Body, +Problem, -Goals
            signed_call/4,              % +Body, +Problem, -Sign, -Goal
            meta_call/2,                % +Goal, -Closures
            meta_call_in/3,             % +Problem, +Goal, -Closures
            library_member/3            % +Goal, -Element, -List
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module('../problem/fold_problem', [defined/3]).

/** <module> The calls that a body makes

Control structures and meta-calls are looked through, at any depth; what a problem
defines itself is no meta-call, whatever its name. A goal that is only known when it
runs, or that names a module, cannot be looked into: '$unknown'(Goal) stands for it. Only
lists:member/2 is known, which theories call where files define another member/2.
*/

%!  body_call(+Body, +Problem, -Goal) is nondet.
%
%   Goal is a call that Body makes. Meta-calls are among them, control structures are
%   not.

body_call(Body, Problem, Goal) :-
    body_calls(Body, Problem, Goals),
    member(Goal, Goals).

%!  body_calls(+Body, +Problem, -Goals:list) is det.
%
%   All calls that Body makes, left to right, with the variables of Body.

:- det(body_calls/3).
body_calls(Body, Problem, Goals) :-
    phrase(calls(Body, Problem), Goals).

calls(Body, _) -->
    { unknowable(Body) },
    !,
    ( { nonvar(Body), Body = '$unknown'(_) } -> [Body] ; ['$unknown'(Body)] ).
calls(Body, Problem) -->
    { control(Body, Parts) },
    !,
    calls_of(Parts, Problem).
calls(Body, Problem) -->
    { meta_call_in(Problem, Body, Specs),
      !,
      closure_goals(Specs, Parts)
    },
    [Body],
    calls_of(Parts, Problem).
calls(Goal, _) --> [Goal].

calls_of([], _) --> [].
calls_of([Part|Parts], Problem) --> calls(Part, Problem), calls_of(Parts, Problem).

%!  meta_call_in(+Problem, +Goal, -Closures:list(pair)) is semidet.
%
%   Goal is a meta-call, and no call of what Problem itself defines.

meta_call_in(Problem, Goal, Specs) :-
    meta_call(Goal, Specs),
    functor(Goal, Name, Arity),
    \+ defined(Problem, Name, Arity),
    functor(Example, Name, Arity),
    \+ example_at(Problem, _, Example, _, _).

unknowable(Body) :- \+ callable(Body), !.
unknowable('$unknown'(_)) :- !.
unknowable(Body) :- library_member(Body, _, _), !, fail.
unknowable(_:_) :- !.
unknowable(Body) :- compound(Body), compound_name_arity(Body, _, 0).

%!  library_member(+Goal, -Element, -List) is semidet.
%
%   Goal is lists:member(Element, List).

library_member(Goal, Element, List) :-
    nonvar(Goal),
    Goal = Module:Member,
    Module == lists,
    nonvar(Member),
    Member = member(Element, List).

closure_goals([], []).
closure_goals([Closure-Extra|Specs], [Goal|Goals]) :-
    closure_goal(Closure, Extra, Goal),
    closure_goals(Specs, Goals).

%!  signed_call(+Body, +Problem, -Sign, -Goal) is nondet.
%
%   Goal is a call that Body makes; a meta-call stands for the goals that it calls.
%   Sign is `neg` for a call inside a negation, at any depth, `opaque` for one whose
%   solutions are collected, and else `pos`.

signed_call(Body, Problem, Sign, Goal) :-
    signed(Body, Problem, pos, Sign, Goal).

signed(Body, _, _, _, _) :-
    \+ callable(Body),
    !,
    fail.
signed(Body, Problem, Sign0, Sign, Goal) :-
    control(Body, Parts),
    !,
    ( negative(Body) -> sign(neg, Sign0, Sign1) ; Sign1 = Sign0 ),
    member(Part, Parts),
    signed(Part, Problem, Sign1, Sign, Goal).
signed(Body, Problem, Sign0, Sign, Goal) :-
    meta_call_in(Problem, Body, Specs),
    !,
    (   negative(Body)
    ->  sign(neg, Sign0, Sign1)
    ;   collecting(Body)
    ->  Sign1 = opaque
    ;   Sign1 = Sign0
    ),
    member(Closure-Extra, Specs),
    closure_goal(Closure, Extra, Part),
    Part \= '$unknown'(_),
    signed(Part, Problem, Sign1, Sign, Goal).
signed(Goal, _, Sign, Sign, Goal).

sign(_, opaque, opaque) :- !.
sign(Sign, _, Sign).

negative(\+ _).
negative(not(_)).
negative(tnot(_)).
negative(forall(_, _)).

collecting(Body) :-
    functor(Body, Name, _),
    memberchk(Name, [findall, bagof, setof, aggregate_all, limit, distinct]).

%   control(+Goal, -Parts): Goal is a control structure of Parts.

control((A, B), [A, B]).
control((A ; B), [A, B]).
control((A -> B), [A, B]).
control((A *-> B), [A, B]).
control(\+ A, [A]).
control(not(A), [A]).
control(_^A, [A]).
control(!, []).
control(true, []).

%!  meta_call(+Goal, -Closures:list(pair)) is semidet.
%
%   Goal calls each Closure of Closure-Extra with Extra more arguments.

meta_call(call(G), [G-0]).
meta_call(once(G), [G-0]).
meta_call(ignore(G), [G-0]).
meta_call(tnot(G), [G-0]).
meta_call(forall(A, B), [A-0, B-0]).
meta_call(findall(_, G, _), [G-0]).
meta_call(findall(_, G, _, _), [G-0]).
meta_call(bagof(_, G, _), [G-0]).
meta_call(setof(_, G, _), [G-0]).
meta_call(aggregate_all(_, G, _), [G-0]).
meta_call(aggregate_all(_, _, G, _), [G-0]).
meta_call(phrase(G, _), [Goal-0]) :-
    grammar_goal(G, Goal).
meta_call(phrase(G, _, _), [Goal-0]) :-
    grammar_goal(G, Goal).
meta_call(limit(_, G), [G-0]).
meta_call(distinct(G), [G-0]).
meta_call(include(G, _, _), [G-1]).
meta_call(exclude(G, _, _), [G-1]).
meta_call(partition(G, _, _, _), [G-1]).
meta_call(partition(G, _, _, _, _), [G-2]).
meta_call(convlist(G, _, _), [G-2]).
meta_call(map_list_to_pairs(G, _, _), [G-2]).
meta_call(predsort(G, _, _), [G-3]).
meta_call(foldl(G, _, _, _), [G-3]).
meta_call(foldl(G, _, _, _, _), [G-4]).
meta_call(foldl(G, _, _, _, _, _), [G-5]).
meta_call(foldl(G, _, _, _, _, _, _), [G-6]).
meta_call(maplist(G, _), [G-1]).
meta_call(maplist(G, _, _), [G-2]).
meta_call(maplist(G, _, _, _), [G-3]).
meta_call(maplist(G, _, _, _, _), [G-4]).
meta_call(Goal, [G-Extra]) :-
    compound(Goal),
    compound_name_arguments(Goal, call, [G|Args]),
    length(Args, Extra).

%   grammar_goal(+Body, -Goal): what phrase/2 calls for the body of a grammar rule, or
%   Body itself if that is not known or is none.

grammar_goal(Body, Goal) :-
    nonvar(Body),
    catch(dcg_translate_rule((head --> Body), (_ :- Goal)), _, fail),
    !.
grammar_goal(Body, Body).

%   closure_goal(+Closure, +Extra, -Goal): Closure with Extra new variables.

closure_goal(Closure, Extra, '$unknown'(Closure)) :-
    ( var(Closure) ; \+ callable(Closure) ; Closure = _:_ ),
    !,
    integer(Extra).
closure_goal(Closure, Extra, Goal) :-
    name_arguments(Closure, Name, Args),
    length(More, Extra),
    append(Args, More, AllArgs),
    Goal =.. [Name|AllArgs].

name_arguments(Closure, Closure, []) :- atom(Closure), !.
name_arguments(Closure, Name, Args) :-
    compound_name_arguments(Closure, Name, Args).
