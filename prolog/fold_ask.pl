:- module(fold_ask,
          [ ask/6,                      % +Question, +Problem, +Goal, +Limit, +Template, -Solutions
            guarded/4,                  % :Task, +Problem, +Goal, +Limit
            place/4                     % +Problem, +Goal, -File, -Line
          ]).
:- use_module(fold_text, [quoted/2]).
:- use_module(fold_load, [rule_at/4, error_text/2]).

/** <module> Asking a problem, within limits

Rules of a user may fail, loop or throw. Whoever asks them does so here, so that
an endless rule is stopped and an error is told with the place of its rule.
*/

:- meta_predicate guarded(0, +, +, +).

%!  ask(+Question, +Problem, +Goal, +Limit, +Template, -Solutions) is det.
%
%   As findall(Template, Question, Solutions). Question names the modules of its
%   goals; Goal is the one that errors are reported about.
%
%   @throws fold_error(runtime, ...), fold_error(limit, ...)

:- det(ask/6).
ask(Question, Problem, Goal, Limit, Template, Solutions) :-
    guarded(findall(Template, Question, Solutions), Problem, Goal, Limit).

%!  guarded(:Task, +Problem, +Goal, +Limit) is semidet.
%
%   Call Task once, with at most Limit inferences.

guarded(Task, Problem, Goal, Limit) :-
    catch(call_with_inference_limit(Task, Limit, Result),
          Error,
          runtime_error(Error, Problem, Goal)),
    (   Result == inference_limit_exceeded
    ->  place(Problem, Goal, File, Line),
        goal_name(Goal, Name, Arity),
        throw(fold_error(limit, File, Line, [Name, Arity, Limit]))
    ;   true
    ),
    !.

runtime_error(Error, _, _) :-
    passes(Error),
    !,
    throw(Error).
runtime_error(Error, Problem, Goal) :-
    place(Problem, Goal, File, Line),
    error_text(Error, Text),
    goal_name(Goal, Name, Arity),
    throw(fold_error(runtime, File, Line, [Name, Arity, Text])).

passes(fold_interrupt).
passes(fold_error(_, _, _, _)).

goal_name(Goal, Quoted, Arity) :-
    functor(Goal, Name, Arity),
    quoted(Name, Quoted).

%!  place(+Problem, +Goal, -File, -Line) is det.
%
%   The place of the first rule that Goal comes to, else nowhere.

place(Problem, Goal, File, Line) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    rule_at(Problem, Ref, File, Line),
    clause(Problem:Head, _, Ref),
    !.
place(_, _, '', 0).
