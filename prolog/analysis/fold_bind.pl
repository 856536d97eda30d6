:- module(fold_bind,
          [ binding/5                   % +Head, +Body, +Problem, +Verdicts, -Goal
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, include/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3]).
:- use_module(fold_components, [faultless/3]).
:- use_module(fold_ground, [in/2, with_variables/3]).
:- use_module(fold_needed, [needed/2]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).

/** <module> Which literals of a body can bind its variables

A negation that runs before its variables are bound fails as soon as the atom holds of
any object, and so loses answers; so do cuts, conditions, and what keeps one solution.
To list the atoms that a clause makes true, the variables of its head are bound by those
literals that can run unbound. The others are tests, run when what they share with the
rest of the clause is bound: calls of predicates whose rules would run such a literal
unbound are among them. What keeps one solution of a goal binds as that goal does.
*/

%!  binding(+Head, +Body, +Problem, +Verdicts, -Goal) is det.
%
%   Goal binds the variables of Body, of a clause with Head, as far as this is safe. Each
%   answer of Body for a ground Head is among those of Goal. Verdicts is a trie of what is
%   known about the predicates of Problem, at first empty.

:- det(binding/5).
binding(Head, Body, Problem, Verdicts, Goal) :-
    occurrences(Head-Body, Occurrences),
    binding_(Body, clause(Problem, Verdicts, Occurrences), Goal).

binding_((A, B), Clause, (GoalA, GoalB)) :-
    !,
    binding_(A, Clause, GoalA),
    binding_(B, Clause, GoalB).
binding_(Body, Clause, ( ground(Shared) -> ( Problem:If -> GoalThen ; GoalElse )
                       ; ( GoalIf, GoalThen ; GoalElse ) )) :-
    condition(Body, If, Then, Else),
    !,
    Clause = clause(Problem, _, Occurrences),
    shared(If, Occurrences, Shared),
    binding_(If, Clause, GoalIf),
    binding_(Then, Clause, GoalThen),
    binding_(Else, Clause, GoalElse).
binding_((A ; B), Clause, (GoalA ; GoalB)) :-
    !,
    binding_(A, Clause, GoalA),
    binding_(B, Clause, GoalB).
binding_(!, _, true) :-
    !.
binding_(Literal, Clause, Goal) :-
    Clause = clause(Problem, _, _),
    runs(Literal, Run),
    built_in(Problem, Literal, _),
    !,
    binding_(Run, Clause, Goal).
binding_(Literal, clause(Problem, Verdicts, _),
         fold_bind:unless_unbound(Problem:Literal)) :-
    \+ needs(Problem, Literal, _),
    called(Problem, Literal, Called),
    faultless(safe_rules(Problem), Called, Verdicts),
    !.
binding_(Literal, Clause, ( ground(Shared) -> Problem:Literal ; Unbound )) :-
    Clause = clause(Problem, Verdicts, Occurrences),
    ( needs(Problem, Literal, Needed) -> true ; Needed = Literal ),
    shared(Needed, Occurrences, Shared),
    (   grouped(Literal, Groups)
    ->  occurrences(Groups, Occurrences, WithGroups),
        binding_(Groups, clause(Problem, Verdicts, WithGroups), Unbound)
    ;   Unbound = true
    ).

%   unless_unbound(:Goal): as Goal, or true if that needs a variable to be bound.

unless_unbound(Goal) :-
    catch(Goal, error(Formal, Context), true),
    (   ( var(Formal) ; unbound_error(Formal) )
    ->  true
    ;   throw(error(Formal, Context))
    ).

unbound_error(instantiation_error).
unbound_error(type_error(_, Culprit)) :-
    var(Culprit).

%   safe_rules(+Problem, +Indicator, -Calls:ordset) is semidet.
%
%   All rules of a predicate can run while its variables are unbound, if those of Calls
%   can.

safe_rules(Problem, Name/Arity, Calls) :-
    functor(Head, Name, Arity),
    findall(Head-Body,
            ( defined(Problem, Name, Arity),
              clause(Problem:Head, Body, Ref),
              Body \== true,
              rule_at(Problem, Ref, _, _)
            ),
            Rules),
    foldl(safe_rule(Problem), Rules, Calls0, []),
    sort(Calls0, Calls).

safe_rule(Problem, Head-Body, Calls0, Calls) :-
    empty_assoc(Empty),
    occurrences(Head-Body, Occurrences),
    safe(Body, Problem, Empty, Occurrences, _, Calls0, Calls).

%   safe(+Body, +Problem, +Bound, +Occurrences, -New:list)// is semidet.
%
%   Body can run when the variables Bound of its clause are bound, and binds New besides.
%   Occurrences says how often each variable occurs in the clause.

safe((A, B), Problem, Bound0, Occurrences, New) -->
    !,
    safe(A, Problem, Bound0, Occurrences, NewA),
    { with_variables(NewA, Bound0, Bound) },
    safe(B, Problem, Bound, Occurrences, NewB),
    { append(NewA, NewB, New) }.
safe(Body, Problem, Bound, Occurrences, New) -->
    { condition(Body, If, Then, Else) },
    !,
    { decided(If, Bound, Occurrences),
      unbound(If, Bound, NewIf),
      with_variables(NewIf, Bound, Bound1)
    },
    safe(Then, Problem, Bound1, Occurrences, NewThen),
    safe(Else, Problem, Bound, Occurrences, NewElse),
    { append(NewIf, NewThen, NewBoth),
      common(NewBoth, NewElse, New)
    }.
safe((A ; B), Problem, Bound, Occurrences, New) -->
    !,
    safe(A, Problem, Bound, Occurrences, NewA),
    safe(B, Problem, Bound, Occurrences, NewB),
    { common(NewA, NewB, New) }.
safe(Goal, Problem, Bound, Occurrences, New) -->
    { needs(Problem, Goal, Needed) },
    !,
    { decided(Needed, Bound, Occurrences),
      unbound(Goal, Bound, New)
    }.
safe(Goal, Problem, Bound, _, New) -->
    { Goal \== !,
      unbound(Goal, Bound, New)
    },
    call_of(New, Problem, Goal).

call_of([], _, _) --> !.
call_of(_, Problem, Goal) --> { called(Problem, Goal, Called) }, [Called].

common(Variables, Others, Common) :-
    empty_assoc(Empty),
    with_variables(Others, Empty, Set),
    include(in(Set), Variables, Common).

unbound(Goal, Bound, Variables) :-
    term_variables(Goal, All),
    exclude(in(Bound), All, Variables).

%   decided(+Goal, +Bound, +Occurrences): the variables that Goal shares with the rest
%   of its clause are bound.

decided(Goal, Bound, Occurrences) :-
    shared(Goal, Occurrences, Shared),
    unbound(Shared, Bound, []).

%   shared(+Goal, +Occurrences, -Variables): those that Goal shares with the rest of its
%   clause.

shared(Goal, Occurrences, Shared) :-
    term_variables(Goal, Variables),
    occurrences(Goal, Here),
    include(elsewhere(Here, Occurrences), Variables, Shared).

elsewhere(Here, Occurrences, Variable) :-
    get_assoc(Variable, Here, N),
    get_assoc(Variable, Occurrences, All),
    N < All.

%   occurrences(+Term, -Counts): an assoc from each variable to how often it occurs.

occurrences(Term, Counts) :-
    empty_assoc(Empty),
    occurrences(Term, Empty, Counts).

occurrences(Term, Counts0, Counts) :-
    var(Term),
    !,
    ( get_assoc(Term, Counts0, N0) -> N is N0 + 1 ; N = 1 ),
    put_assoc(Term, Counts0, N, Counts).
occurrences(Term, Counts0, Counts) :-
    compound(Term),
    !,
    compound_name_arguments(Term, _, Args),
    foldl(occurrences, Args, Counts0, Counts).
occurrences(_, Counts, Counts).

                /*******************************
                *        KINDS OF GOALS        *
                *******************************/

%   condition(+Body, -If, -Then, -Else) is semidet.

condition((If -> Then ; Else), If, Then, Else) :- !.
condition((If *-> Then ; Else), If, Then, Else) :- !.
condition((If -> Then), If, Then, fail) :- !.
condition((If *-> Then), If, Then, fail).

%   built_in(+Problem, +Goal, -Indicator) is semidet: no call of what Problem defines.

built_in(Problem, Goal, Name/Arity) :-
    functor(Goal, Name, Arity),
    \+ defined(Problem, Name, Arity).

%   runs(+Goal, -Run): each solution of Goal is one of Run.

runs(once(Run), Run) :- !.
runs(limit(_, Run), Run) :- !.
runs(distinct(Run), Run) :- !.
runs(Goal, Run) :-
    Goal =.. [call, Closure|Args],
    Closure =.. [Name|Args0],
    \+ memberchk(Name, [>>, /]),
    append(Args0, Args, Args1),
    Run =.. [Name|Args1].

%   grouped(+Goal, -Groups): Groups binds what Goal has a solution for each value of.

grouped(Goal, Groups) :-
    ( Goal = bagof(Template, Body, _) ; Goal = setof(Template, Body, _) ),
    !,
    without_local(Body, Template, Local, Inner),
    term_variables(Local, Locals),
    empty_assoc(Empty),
    with_variables(Locals, Empty, Set),
    unbound(Inner, Set, Free),
    copy_term(Free-Inner, Free-Groups).

without_local(Variables^Body, Local0, Local, Inner) :-
    !,
    without_local(Body, Variables-Local0, Local, Inner).
without_local(Inner, Local, Local, Inner).

%   called(+Problem, +Goal, -Indicator): the predicate whose rules Goal runs.

called(Problem, Goal, Name/Arity) :-
    built_in(Problem, Goal, _),
    Goal =.. [Caller, Closure|Args],
    calls_with(Caller, Args, Extra),
    functor(Closure, Name, Arity0),
    !,
    Arity is Arity0 + Extra.
called(_, Goal, Name/Arity) :-
    functor(Goal, Name, Arity).

calls_with(maplist, Args, Extra) :- length(Args, Extra).
calls_with(phrase, _, 2).

%   needs(+Problem, +Goal, -Needed) is semidet.
%
%   A goal that is not defined in Problem gives all solutions only if Needed is ground.

needs(Problem, Goal, Needed) :-
    built_in(Problem, Goal, Indicator),
    (   Indicator = call/_
    ->  Needed = Goal
    ;   needed(Goal, Needed)
    ).
