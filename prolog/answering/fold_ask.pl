:- module(fold_ask,
          [ ask/6,                      % +Question, +Problem, +Goal, +Limit, +Template,
                                        % -Solutions
            call_limited/4,             % :Task, +Problem, +Goal, +Limit
            reporting_asked/3,          % :Task, +Goal, :Recall
            place/4                     % +Problem, +Goal, -File, -Line
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module('../problem/fold_problem', [companion/2, defined/3, general_fact_at/5, rule_at/4]).
:- use_module('../terms/fold_size', [oversize/2]).
:- use_module('../terms/fold_text', [error_text/2, quoted/2]).

/** <module> Asking the rules of a problem, within limits

Rules of a user may loop or throw. Every question to them passes through this module,
which stops an endless rule and reports an error with the place of its rule.
*/

:- meta_predicate
    call_limited(0, +, +, +),
    reporting_asked(0, +, 0).

%!  ask(+Question, +Problem, +Goal, +Limit, +Template, -Solutions) is det.
%
%   As findall(Template, Question, Solutions). Question names the modules of its
%   goals; errors are reported about Goal.
%
%   @throws fold_error(runtime, ...), fold_error(limit, ...)

:- det(ask/6).
ask(Question, Problem, Goal, Limit, Template, Solutions) :-
    call_limited(findall(Template, Question, Solutions), Problem, Goal, Limit).

%!  call_limited(:Task, +Problem, +Goal, +Limit) is semidet.
%
%   Call Task once, with at most Limit inferences. Errors are reported about Goal.
%
%   @throws fold_error(limit, File, Line, [Name, Limit]),
%           fold_error(memory, File, Line, [Name]),
%           fold_error(growing, File, Line, [Name]),
%           fold_error(runtime, File, Line, [Name, Text])

call_limited(Task, Problem, Goal, Limit) :-
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

runtime_error(Error, Problem, Goal) :-
    oversize(Error, Kind),
    !,
    place(Problem, Goal, File, Line),
    throw(fold_error(Kind, File, Line, [])).
runtime_error(Error, _, _) :-
    passed_on(Error),
    !,
    throw(Error).
runtime_error(Error, Problem, Goal) :-
    place(Problem, Goal, File, Line),
    goal_name(Goal, Name),
    (   exhausted(Error, Kind)
    ->  throw(fold_error(Kind, File, Line, [Name]))
    ;   as_in_files(Error, Problem, Shown),
        error_text(Shown, Text),
        throw(fold_error(runtime, File, Line, [Name, Text]))
    ).

%   as_in_files(+Error0, +Problem, -Error): a predicate in which an error was raised
%   without the module of Problem, and none if no file has it.

as_in_files(error(Formal, Context0), Problem, error(Formal, Context)) :-
    nonvar(Context0),
    Context0 = context(Predicate, Message),
    nonvar(Predicate),
    Predicate = Module:Own,
    (   Module == Problem
    ->  Context = context(Own, Message)
    ;   companion(Problem, Module)
    ->  Context = context(_, Message)
    ),
    !.
as_in_files(Error, _, Error).

passed_on(fold_interrupt).
passed_on(fold_error(_, _, _, _)).

%   exhausted(+Error, -Kind): a table has grown too far, or the memory for stacks or
%   tables is used up, or, as Python's watcher finds, that of the process.

exhausted(fold_memory, memory).
exhausted(error(resource_error(What), _), Kind) :-
    ( nonvar(What), What = tripwire(_, _) -> Kind = growing ; Kind = memory ).

%   goal_name(+Goal, -Text): a ground goal as it is, any other as Name/Arity.

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

%!  reporting_asked(:Task, +Goal, :Recall) is semidet.
%
%   As once(Task), which keeps in the global variable fold_asked what it asks about. If
%   an error names Goal by its predicate only, Recall is called to bind Goal to that, and
%   the error names it; Recall is not called where nothing was asked yet.

reporting_asked(Task, Goal, Recall) :-
    goal_name(Goal, Name),
    nb_setval(fold_asked, none),
    catch(Task,
          fold_error(Kind, File, Line, [Name|More]),
          ( ignore(( nb_getval(fold_asked, Asked), Asked \== none, call(Recall) )),
            goal_text(Goal, Text),
            throw(fold_error(Kind, File, Line, [Text|More])) )),
    !.

%!  place(+Problem, +Goal, -File, -Line) is det.
%
%   The place of the first rule for Goal, or of its first fact with variables; File is
%   '' if there is neither.

place(Problem, Goal, File, Line) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    defined(Problem, Name, Arity),
    clause(Problem:Head, _, Ref),
    rule_at(Problem, Ref, File, Line),
    !.
place(Problem, Goal, File, Line) :-
    functor(Goal, Name, Arity),
    general_fact_at(Problem, Name, Arity, File, Line),
    !.
place(_, _, '', 0).
