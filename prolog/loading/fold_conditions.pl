:- module(fold_conditions,
          [ begin_conditions/0,
            condition/4,                % +Directive, +Problem, +File, +Line
            skipping/0,
            end_conditions/1            % +File
          ]).
:- use_module('../problem/fold_problem', [defined/3]).
:- use_module('../terms/fold_text', [spaced/2]).

/** <module> Conditional parts of a file

`:- if(Condition)` up to `:- endif` takes effect for conditions that can be decided
without running anything: whether the file so far defines a predicate, what a flag of
Prolog is, which libraries there are. Others are refused.

The parts that are open are facts, the innermost first. Their state is `taken` in a part
that is read, `waiting` while a later `elif` or `else` may be read, `done` when none can,
and `file` for a file as a whole.
*/

:- dynamic open_part/2.                 % Line, State

fold_problem:forget(_) :-
    retractall(open_part(_, _)).

%!  begin_conditions is det.
%
%   Start a file, outside any conditional part.

begin_conditions :-
    asserta(open_part(0, file)).

%!  skipping is semidet.
%
%   True inside a part that is left out.

skipping :-
    open_part(_, State),
    !,
    State \== taken,
    State \== file.

%!  condition(+Directive, +Problem, +File, +Line) is semidet.
%
%   Enter, continue or leave a conditional part; false for other directives.
%
%   @throws fold_error(no_if, File, Line, []),
%           fold_error(directive, File, Line, [Text]) for an undecidable condition

condition(if(Goal), Problem, File, Line) :-
    !,
    (   skipping
    ->  State = done
    ;   holds(Goal, Problem, File, Line)
    ->  State = taken
    ;   State = waiting
    ),
    asserta(open_part(Line, State)).
condition(elif(Goal), Problem, File, Line) :-
    !,
    pop(File, Line, At, State0),
    (   State0 == waiting
    ->  (   holds(Goal, Problem, File, Line)
        ->  State = taken
        ;   State = waiting
        )
    ;   State = done
    ),
    asserta(open_part(At, State)).
condition(else, _, File, Line) :-
    !,
    pop(File, Line, At, State0),
    ( State0 == waiting -> State = taken ; State = done ),
    asserta(open_part(At, State)).
condition(endif, _, File, Line) :-
    pop(File, Line, _, _).

pop(File, Line, At, State) :-
    once(open_part(_, Innermost)),
    (   Innermost == file
    ->  throw(fold_error(no_if, File, Line, []))
    ;   once(retract(open_part(At, State)))
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
    once(retract(open_part(Line, State))),
    (   State == file
    ->  true
    ;   throw(fold_error(no_endif, File, Line, []))
    ).
