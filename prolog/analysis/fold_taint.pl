:- module(fold_taint,
          [ check_repeatable/1          % +Problem
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(fold_calls, [body_call/3, body_calls/3, meta_call/2, meta_call_in/3]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module(fold_flow, [builds/3, carried/3, evaluates/3, takes_apart/3]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [goal_text/2]).

/** <module> Taint analysis: which rules compute with the time or with chance

An impure function of arithmetic, such as `cputime` and `random(_)`, may reach `is`
through other goals: `E = cputime, T is E`. A position, an argument of a predicate, is
tainted if a term with such a function may come to stand there. The rules are walked until
no more positions are found; a walk is linear in the rule. What is in doubt counts as
tainted, but a number that a built-in computes does not.
*/

:- dynamic
    rule/5,                             % Ref, Problem, Head, Body, File-Line
    touches/2,                          % Name/Arity, Ref: the rule defines or calls it
    tainted/1.                          % Name/Arity/I, or any

%   impure_part(+Term, -Part): Part of Term, or Term itself, is an impure function.

impure_part(Term, Part) :-
    nonvar(Term),
    sub_term(Part, Term),
    nonvar(Part),
    impure(Part),
    !.

impure(cputime).
impure(random(_)).
impure(random).
impure(random_float).
impure(realtime).

%!  check_repeatable(+Problem) is det.
%
%   Check that no rule computes with the time or with chance.
%
%   @throws fold_error(impure, File, Line, [Text])

:- det(check_repeatable/1).
check_repeatable(Problem) :-
    call_cleanup(check(Problem), forget_walk).

check(Problem) :-
    forall(( rule_at(Problem, Ref, File, Line), clause(Problem:Head, Body, Ref) ),
           assertz(rule(Ref, Problem, Head, Body, File-Line))),
    (   computing(_),
        forall(tainted_value(Problem, Position), add_tainted(Position, _)),
        once(( tainted(_) ; may_name_impure(Problem) ))
    ->  walk_all(Problem)
    ;   true                            % so for nearly all problems
    ).

forget_walk :-
    retractall(rule(_, _, _, _, _)),
    retractall(touches(_, _)),
    retractall(tainted(_)).

%   computing(-Ref): a rule evaluates an expression that has variables.

computing(Ref) :-
    rule(Ref, Problem, _, Body, _),
    body_call(Body, Problem, Goal),
    evaluates(Goal, Problem, Expression),
    ( \+ ground(Expression) ; impure_part(Expression, _) ),
    !.

%   may_name_impure(+Problem): a rule names an impure function, or could make its name.

may_name_impure(Problem) :-
    rule(_, Problem, Head, Body, _),
    (   impure_part(Head-Body, _)
    ;   body_call(Body, Problem, Goal),
        builds(Goal, Problem, _)
    ).

%   tainted_value(+Problem, -Position): a fact or example has such a function. As the
%   values of facts are asked for in any argument, `any` position is one then.

tainted_value(Problem, Position) :-
    defined(Problem, Name, Arity),
    functor(Head, Name, Arity),
    clause(Problem:Head, true),
    tainted_argument(Head, Name/Arity, Position).
tainted_value(Problem, Position) :-
    example_at(Problem, _, Atom, _, _),
    functor(Atom, Name, Arity),
    tainted_argument(Atom, Name/Arity, Position).

tainted_argument(Atom, Predicate, Position) :-
    compound(Atom),
    arg(I, Atom, Value),
    ( atom(Value) -> impure(Value) ; compound(Value), impure_part(Value, _) ),
    ( Position = any ; Position = Predicate/I ).

                /*******************************
                *           WALKING            *
                *******************************/

walk_all(Problem) :-
    forall(( rule(Ref, _, Head, Body, _),
             body_calls(Body, Problem, Goals),
             predicate_in(Head, Goals, Problem, _, P) ),
           assertz(touches(P, Ref))),
    findall(Ref, rule(Ref, _, _, _, _), Refs),
    walk(Refs).

%   predicate_in(+Head, +Goals, +Problem, -Goal, -Predicate): Goal, the head or a call,
%   is of a predicate of the problem.

predicate_in(Head, _, _, Head, Name/Arity) :-
    functor(Head, Name, Arity).
predicate_in(_, Goals, Problem, Goal, Name/Arity) :-
    member(Goal, Goals),
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).

walk([]).
walk([Ref|Refs]) :-
    rule(Ref, Problem, Head, Body, Place),
    walk_rule(Problem, Head, Body, Place, Predicates),
    findall(Other, ( member(P, Predicates), touches(P, Other) ), Others),
    walk(Others),
    walk(Refs).

%   walk_rule(+Problem, +Head, +Body, +Place, -Predicates)
%
%   Predicates have positions that are now found to be tainted. Variables between which
%   a term may pass are made one, and are bound to a mark where it is tainted.

walk_rule(Problem, Head, Body, Place, Predicates) :-
    copy_term(Body, Body0),
    body_calls(Body, Problem, Calls),
    maplist(without_goals(Problem), Calls, Goals0),
    copy_term(Head-Goals0, Marked-Before),
    mark(Marked),
    without_parts(Goals0, Before, Problem, Goals),
    (   closure_call(Goals, _)
    ->  join(Head-Goals),
        ( closure_call(Goals, Call), tainted_term(Call) -> mark(Goals) ; true )
    ;   join_all(Goals, Problem)
    ),
    ( tainted(any) -> mark(Head) ; mark_positions(Head) ),
    mark_all(Goals, Problem),
    check_evaluated(Goals, Problem, Body0, Place),
    newly_tainted(Head, Goals, Problem, Predicates).

newly_tainted(Head, Goals, Problem, Predicates) :-
    findall(Predicate,
            ( predicate_in(Head, Goals, Problem, Goal, Predicate),
              compound(Goal),
              arg(I, Goal, Value),
              tainted_term(Value),
              add_tainted(Predicate/I, new)
            ),
            Found),
    sort(Found, Predicates).

%   check_evaluated(+Goals, +Problem, +Body, +Place): no goal evaluates what is tainted.
%   Body is the body of the Goals before its variables were bound.

check_evaluated(Goals, Problem, Body, File-Line) :-
    (   nth1(N, Goals, Goal),
        evaluates(Goal, Problem, Expression),
        tainted_term(Expression)
    ->  (   impure_part(Expression, Shown)
        ->  true
        ;   body_calls(Body, Problem, Goals0),
            nth1(N, Goals0, Shown)
        ),
        goal_text(Shown, Text),
        throw(fold_error(impure, File, Line, [Text]))
    ;   true
    ).

%   without_goals(+Problem, +Call, -Goal): Goal is Call without the goals that it calls,
%   which are among the calls of the body themselves.

without_goals(Problem, Call, Goal) :-
    meta_call_in(Problem, Call, Closures),
    !,
    Call =.. [Name|Arguments],
    maplist(without_goal(Closures), Arguments, Values),
    Goal =.. [Name|Values].
without_goals(_, Goal, Goal).

without_goal(Closures, Argument, Value) :-
    (   member(Closure-0, Closures),
        same_term(Closure, Argument)
    ->  Value = true
    ;   Value = Argument
    ).

%   without_parts(+Goals0, +Before, +Problem, -Goals): Goals are Goals0 with `true` for
%   those that take an atom apart. Before is a copy of Goals0, in which the variables that
%   may have a value before a goal are marked.

without_parts([], [], _, []).
without_parts([Goal0|Goals0], [Before|Copies], Problem, [Goal|Goals]) :-
    (   takes_apart(Before, Problem, Parts),
        var(Parts)
    ->  Goal = true
    ;   Goal = Goal0
    ),
    mark(Before),
    without_parts(Goals0, Copies, Problem, Goals).

%   add_tainted(+Position, -New): New is `new` if the position was not known.

add_tainted(Position, New) :-
    (   tainted(Position)
    ->  New = known
    ;   assertz(tainted(Position)),
        New = new
    ).

%   closure_call(+Goals, -Call): Call is the one of Goals that calls a closure with more
%   arguments. The goal that it calls has new variables for these.

closure_call(Goals, Call) :-
    member(Call, Goals),
    meta_call(Call, Closures),
    once(( member(_-Extra, Closures), Extra > 0 )).

                /*******************************
                *            MARKS             *
                *******************************/

tainted_term(Term) :-
    sub_term(Part, Term),
    nonvar(Part),
    ( Part == '$fold_taint' ; impure(Part) ),
    !.

mark(Term) :-
    term_variables(Term, Variables),
    all_are(Variables, '$fold_taint').

join(Term) :-
    term_variables(Term, Variables),
    all_are(Variables, _).

all_are([], _).
all_are([Value|Variables], Value) :-
    all_are(Variables, Value).

join_all([], _).
join_all([Goal|Goals], Problem) :-
    (   carried(Goal, Problem, Values)
    ->  join(Values)
    ;   true
    ),
    join_all(Goals, Problem).

mark_all([], _).
mark_all([Goal|Goals], Problem) :-
    functor(Goal, Name, Arity),
    (   defined(Problem, Name, Arity)
    ->  mark_positions(Goal)
    ;   builds(Goal, Problem, Made)
    ->  mark(Made)
    ;   carried(Goal, Problem, Values),
        tainted_term(Values)
    ->  mark(Values)
    ;   true
    ),
    mark_all(Goals, Problem).

mark_positions(Goal) :-
    functor(Goal, Name, Arity),
    findall(I, tainted(Name/Arity/I), Places),
    arguments(Places, Goal, Values),
    mark(Values).

arguments([], _, []).
arguments([I|Is], Goal, [Value|Values]) :-
    arg(I, Goal, Value),
    arguments(Is, Goal, Values).
