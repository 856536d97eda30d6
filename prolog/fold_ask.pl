:- module(fold_ask,
          [ ask/6,                      % +Question, +Problem, +Goal, +Limit, +Template, -Solutions
            guarded/4,                  % :Task, +Problem, +Goal, +Limit
            telling/3,                  % :Task, +Goal, :Recall
            place/4                     % +Problem, +Goal, -File, -Line
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(fold_text, [quoted/2]).
:- use_module(fold_load, [rule_at/4, general_fact_at/5, error_text/2]).

/** <module> Asking a problem, within limits

Rules of a user may fail, loop or throw. Whoever asks them does so here, so that
an endless rule is stopped and an error is told with the place of its rule.
*/

:- meta_predicate
    guarded(0, +, +, +),
    telling(0, +, 0).

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
        goal_name(Goal, Name),
        throw(fold_error(limit, File, Line, [Name, Limit]))
    ;   true
    ),
    !.

runtime_error(Error, _, _) :-
    passes(Error),
    !,
    throw(Error).
runtime_error(Error, Problem, Goal) :-
    place(Problem, Goal, File, Line),
    goal_name(Goal, Name),
    (   exhausted(Error)
    ->  throw(fold_error(memory, File, Line, [Name]))
    ;   error_text(Error, Text),
        throw(fold_error(runtime, File, Line, [Name, Text]))
    ).

passes(fold_interrupt).
passes(fold_error(_, _, _, _)).

%   Stacks, tables and, seen by Python's watcher, everything else.

exhausted(fold_memory).
exhausted(error(resource_error(_), _)).

%   A goal by its predicate, or as it is where its arguments are known.

goal_name(Goal, Text) :-
    (   ground(Goal)
    ->  goal_text(Goal, Text)
    ;   functor(Goal, Name, Arity),
        quoted(Name, Quoted),
        format(string(Text), "~w/~w", [Quoted, Arity])
    ).

goal_text(Goal, Text) :-
    copy_term(Goal, Named, _),
    term_variables(Named, Variables),
    maplist(=('$VAR'('_')), Variables),
    with_output_to(string(Text),
                   write_term(Named, [ quoted(true), max_depth(10), module(fold_text),
                                       spacing(next_argument), numbervars(true) ])).

%!  telling(:Task, +Goal, :Recall) is semidet.
%
%   As once(Task). Where an error tells of Goal by its predicate, Recall is called to
%   bind Goal to what was being asked, so that this can be told.

telling(Task, Goal, Recall) :-
    goal_name(Goal, Name),
    catch(Task,
          fold_error(Kind, File, Line, [Name|More]),
          ( ignore(Recall),
            goal_text(Goal, Text),
            throw(fold_error(Kind, File, Line, [Text|More])) )),
    !.

%!  place(+Problem, +Goal, -File, -Line) is det.
%
%   The place of the first rule that Goal comes to, or fact with variables, else
%   nowhere.

place(Problem, Goal, File, Line) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    rule_at(Problem, Ref, File, Line),
    clause(Problem:Head, _, Ref),
    !.
place(Problem, Goal, File, Line) :-
    functor(Goal, Name, Arity),
    general_fact_at(Problem, Name, Arity, File, Line),
    !.
place(_, _, '', 0).
