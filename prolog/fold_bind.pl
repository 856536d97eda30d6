:- module(fold_bind,
          [ binding/4                   % +Body, +Problem, +Verdicts, -Goal
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, include/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(fold_components, [faultless/3]).
:- use_module(fold_ground, [in/2, with_variables/3]).
:- use_module(fold_problem, [defined/3, rule_at/4]).

/** <module> Which literals of a body can bind its variables

A negation that runs before its variables are bound fails as soon as the atom holds of
any object, and so loses answers. To list the atoms that a clause makes true, the
variables of its head are bound by those literals that can run unbound. The others are
tests, run when they are ground: negations, comparisons, and calls of predicates whose
rules would run such a literal unbound.
*/

%!  binding(+Body, +Problem, +Verdicts, -Goal) is det.
%
%   Goal binds the variables of Body as far as this is safe. Each answer of Body is
%   among the answers of Goal. Verdicts is a trie of what is known about the predicates
%   of Problem, at first empty.

:- det(binding/4).
binding((A, B), Problem, Verdicts, (GoalA, GoalB)) :-
    !,
    binding(A, Problem, Verdicts, GoalA),
    binding(B, Problem, Verdicts, GoalB).
binding(Literal, Problem, Verdicts, Problem:Literal) :-
    \+ only_tests(Literal),
    \+ collects(Literal),
    functor(Literal, Name, Arity),
    faultless(safe_rules(Problem), Name/Arity, Verdicts),
    !.
binding(Literal, Problem, _, ( ground(Literal) -> Problem:Literal ; true )).

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
    foldl(safe_rule, Rules, Calls0, []),
    sort(Calls0, Calls).

safe_rule(Head-Body, Calls0, Calls) :-
    empty_assoc(Empty),
    occurrences(Head-Body, Occurrences),
    safe(Body, Empty, Occurrences, _, Calls0, Calls).

%   safe(+Body, +Bound, +Occurrences, -New:list)// is semidet.
%
%   Body can run when the variables Bound of its clause are bound, and binds New besides.
%   Occurrences says how often each variable occurs in the clause.

safe((A, B), Bound0, Occurrences, New) -->
    !,
    safe(A, Bound0, Occurrences, NewA),
    { with_variables(NewA, Bound0, Bound) },
    safe(B, Bound, Occurrences, NewB),
    { append(NewA, NewB, New) }.
safe((If -> Then ; Else), Bound, Occurrences, New) -->
    !,
    { decided(If, Bound, Occurrences),
      unbound(If, Bound, NewIf),
      with_variables(NewIf, Bound, Bound1)
    },
    safe(Then, Bound1, Occurrences, NewThen),
    safe(Else, Bound, Occurrences, NewElse),
    { append(NewIf, NewThen, NewBoth),
      common(NewBoth, NewElse, New)
    }.
safe((A ; B), Bound, Occurrences, New) -->
    !,
    safe(A, Bound, Occurrences, NewA),
    safe(B, Bound, Occurrences, NewB),
    { common(NewA, NewB, New) }.
safe(Goal, Bound, Occurrences, []) -->
    { only_tests(Goal) },
    !,
    { decided(Goal, Bound, Occurrences) }.
safe(Goal, Bound, Occurrences, New) -->
    { collects(Goal) },
    !,
    { asked(Goal, Asked),
      decided(Asked, Bound, Occurrences),
      unbound(Goal, Bound, New)
    }.
safe(Goal, Bound, _, New) -->
    { unbound(Goal, Bound, New) },
    call_of(New, Goal).

call_of([], _) --> !.
call_of(_, Goal) -->
    { functor(Goal, Name, Arity) },
    [Name/Arity].

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
    unbound(Goal, Bound, Variables),
    occurrences(Goal, Here),
    \+ ( member(Variable, Variables),
         get_assoc(Variable, Here, N),
         get_assoc(Variable, Occurrences, All),
         N < All ).

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

only_tests(Goal) :-
    functor(Goal, Name, Arity),
    (   Arity =:= 1
    ->  memberchk(Name, [\+, not, tnot])
    ;   Arity =:= 2,
        memberchk(Name, [ =<, <, >, >=, =:=, =\=, ==, \==, \=, @<, @>, @=<, @>=,
                          forall ])
    ).

%   asked(+Goal, -Asked): Asked is what Goal runs with; where it collects, without the
%   argument for the result, which is unified in the end.

asked(findall(Template, Goal, _), Template-Goal) :- !.
asked(findall(Template, Goal, _, _), Template-Goal) :- !.
asked(bagof(Template, Goal, _), Template-Goal) :- !.
asked(setof(Template, Goal, _), Template-Goal) :- !.
asked(aggregate_all(Template, Goal, _), Template-Goal) :- !.
asked(aggregate_all(Template, Distinct, Goal, _), Template-Distinct-Goal) :- !.
asked(Goal, Goal).

collects(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [findall, bagof, setof, aggregate_all, call, once, ignore]).
