:- module(fold_untabled,
          [ endless_untabled/4          % +Problem, +Name, +Arity, -Reply
          ]).
:- use_module(library(apply), [maplist/4, partition/4]).
:- use_module(library(assoc), [gen_assoc/3, get_assoc/3]).
:- use_module('../problem/fold_problem', [companion/2, rule_at/4]).
:- use_module('../terms/fold_text', [named/2, quoted/2, spaced/2]).
:- use_module('../vetting/fold_as_written', [leads_to/3]).
:- use_module('../vetting/fold_left_recursion', [left_recursive_clause/3]).
:- use_module('../vetting/fold_shadow', [copy_clauses/4, renamed_goal/4]).
:- use_module('../vetting/fold_table', [tabled_here_alone/2]).

/** <module> Theories that end here because of tables that swipl does not have

Background predicates that call themselves are tabled here, in swipl only where their file
says so. What a theory leads to through them is copied, without tables, and asked about
the examples.
*/

%   max_inferences(-One, -All): for one example, and after which no other is asked. A
%   million take a tenth of a second.

max_inferences(1_000_000, 5_000_000).

%   max_deep_inferences(-Count): for one example that takes more stack than max_stack/1, in
%   bytes. Prolog leaves calls inside each other in a time that grows with the square of
%   their number, and hears no signal meanwhile.

max_deep_inferences(100_000).
max_stack(2_097_152).

%!  endless_untabled(+Problem, +Name, +Arity, -Reply) is det.
%
%   Reply is empty, or an example that the theory of Name/Arity takes too long for without
%   tables; and name, arity, file and line of a predicate that calls itself on the way.
%   Those of which fold_left_recursion tells are left to it.

:- det(endless_untabled/4).
endless_untabled(Problem, Name0, Arity, Reply) :-
    named(Name0, Name),
    findall(P, ( tabled_here_alone(Problem, P), P \== Name/Arity ), Recursive),
    partition(left_recursive(Problem), Recursive, Left, Rest),
    (   \+ led_to(Problem, Left, Name/Arity, _),
        led_to(Problem, Rest, Name/Arity, Leads),
        copy_untabled(Problem, Leads),
        functor(Atom, Name, Arity),
        untabled_goal(Problem, Atom, Copy),
        endless(Problem, Copy, Atom),
        get_assoc(Name/Arity, Leads, Own/OwnArity),
        functor(Head, Own, OwnArity),
        clause(Problem:Head, _, Ref),
        rule_at(Problem, Ref, File, Line)
    ->  spaced(Atom, Text),
        quoted(Own, OwnText),
        Reply = [Text, OwnText, OwnArity, File, Line]
    ;   Reply = []
    ).

left_recursive(Problem, P) :-
    left_recursive_clause(Problem, P, _),
    !.

led_to(Problem, Recursive, Target, Leads) :-
    Recursive \== [],
    leads_to(Problem, Recursive, Leads),
    get_assoc(Target, Leads, _).

%   copy_untabled(+Problem, +Leads): Problem has copies of the keys of Leads, which call
%   each other; tables are of the predicates themselves.
%
%   A module of its own for them would free predicates of Problem with itself.

copy_untabled(Problem, Leads) :-
    forall(gen_assoc(Name/Arity, Leads, _),
           ( functor(Head, Name, Arity),
             untabled_goal(Problem, Head, Copy),
             copy_clauses(Problem, Head, Copy, untabled(Problem, Leads)) )).

untabled_goal(Problem, Goal, Copy) :-
    renamed_goal(Problem, '$untabled', Goal, Copy).

%   untabled(+Problem, +Leads, +Body0, -Body): Body is Body0 with calls of the copies.

untabled(_, _, Body, Body) :-
    ( var(Body) ; Body = _:_ ),
    !.
untabled(Problem, Leads, Variable^Body0, Variable^Body) :-
    !,
    untabled(Problem, Leads, Body0, Body).
untabled(Problem, Leads, Goal, Copy) :-
    functor(Goal, Name, Arity),
    get_assoc(Name/Arity, Leads, _),
    !,
    untabled_goal(Problem, Goal, Copy).
untabled(Problem, Leads, Body0, Body) :-
    predicate_property(Problem:Body0, meta_predicate(Meta)),
    !,
    Body0 =.. [Name|Args0],
    Meta =.. [_|Kinds],
    maplist(untabled_part(Problem, Leads), Kinds, Args0, Args),
    Body =.. [Name|Args].
untabled(_, _, Goal, Goal).

untabled_part(Problem, Leads, Kind, Body0, Body) :-
    ( Kind == 0 ; Kind == (^) ),
    !,
    untabled(Problem, Leads, Body0, Body).
untabled_part(_, _, _, Arg, Arg).

%   endless(+Problem, +Copy, ?Atom): Atom is the first example that takes too long when it
%   is asked as Copy.

endless(Problem, Copy, Atom) :-
    companion(Problem, Companion),
    max_inferences(One, All),
    statistics(inferences, Before),
    Companion:example(_, Atom),
    statistics(inferences, Now),
    (   Now - Before > All
    ->  !,
        fail
    ;   takes_more(Problem:Copy, One)
    ),
    !.

%   takes_more(:Goal, +Limit): Goal takes more inferences, or is deep and takes fewer.

takes_more(Goal, Limit) :-
    catch(with_small_stack(limited(Goal, Limit, Result)), error(Result, _), true),
    (   Result = resource_error(_)
    ->  max_deep_inferences(Few),
        catch(limited(Goal, Few, inference_limit_exceeded), error(_, _), fail)
    ;   Result == inference_limit_exceeded
    ).

limited(Goal, Limit, Result) :-
    call_with_inference_limit(ignore(Goal), Limit, Result).

with_small_stack(Goal) :-
    trim_stacks,
    statistics(stack, Used),
    max_stack(More),
    current_prolog_flag(stack_limit, Before),
    Limit is min(Before, Used + More),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, Limit),
        Goal,
        set_prolog_flag(stack_limit, Before)).
