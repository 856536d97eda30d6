:- module(fold_conditions,
          [ begin_conditions/0,
            condition/4,                % +Directive, +Problem, +File, +Line
            skipping/0,
            end_conditions/1            % +File
          ]).
:- use_module(fold_problem, [defined/3]).
:- use_module(fold_text, [spaced/2]).

/** <module> Conditional parts of a file

`:- if(Condition)` up to `:- endif` takes effect for conditions that can be decided
without running anything: whether the file so far defines a predicate, what a flag of
Prolog is, which libraries there are. Others are refused.

The global variable `fold_conditions` is a stack of Line-State, the innermost part
first: `taken` in a part that is read, `waiting` while a later `elif` or `else` may be
read, `done` when none can.
*/

%!  begin_conditions is det.
%
%   Start a file, outside any conditional part.

begin_conditions :-
    nb_setval(fold_conditions, []).

%!  skipping is semidet.
%
%   True inside a part that is left out.

skipping :-
    nb_getval(fold_conditions, [_-State|_]),
    State \== taken.

%!  condition(+Directive, +Problem, +File, +Line) is semidet.
%
%   Enter, continue or leave a conditional part; false for other directives.
%
%   @throws fold_error(no_if, File, Line, []),
%           fold_error(directive, File, Line, [Text]) for an undecidable condition

condition(if(Goal), Problem, File, Line) :-
    !,
    nb_getval(fold_conditions, Stack),
    (   skipping
    ->  State = done
    ;   holds(Goal, Problem, File, Line)
    ->  State = taken
    ;   State = waiting
    ),
    nb_setval(fold_conditions, [Line-State|Stack]).
condition(elif(Goal), Problem, File, Line) :-
    !,
    pop(File, Line, At-State0, Stack),
    (   State0 == waiting
    ->  (   holds(Goal, Problem, File, Line)
        ->  State = taken
        ;   State = waiting
        )
    ;   State = done
    ),
    nb_setval(fold_conditions, [At-State|Stack]).
condition(else, _, File, Line) :-
    !,
    pop(File, Line, At-State0, Stack),
    ( State0 == waiting -> State = taken ; State = done ),
    nb_setval(fold_conditions, [At-State|Stack]).
condition(endif, _, File, Line) :-
    pop(File, Line, _, Stack),
    nb_setval(fold_conditions, Stack).

pop(File, Line, Top, Stack) :-
    nb_getval(fold_conditions, Stack0),
    (   Stack0 = [Top|Stack]
    ->  true
    ;   throw(fold_error(no_if, File, Line, []))
    ).

%   holds(+Condition, +Problem, +File, +Line) is semidet.

holds(Goal, _, File, Line) :-
    var(Goal),
    !,
    throw(fold_error(directive, File, Line, ["if a variable"])).
holds(true, _, _, _) :- !.
holds(false, _, _, _) :- !, fail.
holds(fail, _, _, _) :- !, fail.
holds(\+ Goal, Problem, File, Line) :-
    !,
    \+ holds(Goal, Problem, File, Line).
holds((A, B), Problem, File, Line) :-
    !,
    holds(A, Problem, File, Line),
    holds(B, Problem, File, Line).
holds((A ; B), Problem, File, Line) :-
    !,
    ( holds(A, Problem, File, Line) -> true ; holds(B, Problem, File, Line) ).
holds(current_predicate(Name/Arity), Problem, _, _) :-
    atom(Name),
    !,
    defined(Problem, Name, Arity).
holds(current_prolog_flag(Flag, Value), _, _, _) :-
    atom(Flag),
    !,
    current_prolog_flag(Flag, Value).
holds(exists_source(library(_)), _, _, _) :-
    !,
    fail.
holds(Goal, _, File, Line) :-
    spaced(if(Goal), Text),
    throw(fold_error(directive, File, Line, [Text])).

%!  end_conditions(+File) is det.
%
%   @throws fold_error(no_endif, File, Line, []) if a conditional part is open

end_conditions(File) :-
    nb_getval(fold_conditions, Stack),
    (   Stack = [Line-_|_]
    ->  throw(fold_error(no_endif, File, Line, []))
    ;   true
    ).
