:- module(fold_if,
          [ begin_conditions/0,
            condition/4,                % +Directive, +Problem, +File, +Line
            skipping/0,
            end_conditions/1            % +File
          ]).
:- use_module(fold_load, [defined/3]).
:- use_module(fold_text, [quoted/2]).

/** <module> Conditional parts of a file

`:- if(Condition)` up to `:- endif` is honoured for conditions that can be judged
without running anything: whether the file so far defines a predicate, what a
flag of Prolog is, which libraries there are. Others are refused.

The state is a stack of Line-State: `taken` while a part counts, `waiting` while an
`elif` or `else` may still count, `done` when none can.
*/

%!  begin_conditions is det.
%
%   Be outside any conditional part.

begin_conditions :-
    nb_setval(fold_if, []).

%!  skipping is semidet.
%
%   True inside a part that does not count.

skipping :-
    nb_getval(fold_if, [_-State|_]),
    State \== taken.

%!  condition(+Directive, +Problem, +File, +Line) is semidet.
%
%   Go into, on or out of a conditional part; false if Directive is another.

condition(if(Goal), Problem, File, Line) :-
    !,
    nb_getval(fold_if, Stack),
    (   skipping
    ->  State = done
    ;   judge(Goal, Problem, File, Line)
    ->  State = taken
    ;   State = waiting
    ),
    nb_setval(fold_if, [Line-State|Stack]).
condition(elif(Goal), Problem, File, Line) :-
    !,
    pop(File, Line, At-State0, Stack),
    (   State0 == waiting
    ->  (   judge(Goal, Problem, File, Line)
        ->  State = taken
        ;   State = waiting
        )
    ;   State = done
    ),
    nb_setval(fold_if, [At-State|Stack]).
condition(else, _, File, Line) :-
    !,
    pop(File, Line, At-State0, Stack),
    ( State0 == waiting -> State = taken ; State = done ),
    nb_setval(fold_if, [At-State|Stack]).
condition(endif, _, File, Line) :-
    pop(File, Line, _, Stack),
    nb_setval(fold_if, Stack).

pop(File, Line, Top, Stack) :-
    nb_getval(fold_if, Stack0),
    (   Stack0 = [Top|Stack]
    ->  true
    ;   throw(fold_error(no_if, File, Line, []))
    ).

judge(Goal, _, File, Line) :-
    var(Goal),
    !,
    throw(fold_error(directive, File, Line, ["if a variable"])).
judge(true, _, _, _) :- !.
judge(false, _, _, _) :- !, fail.
judge(fail, _, _, _) :- !, fail.
judge(\+ Goal, Problem, File, Line) :-
    !,
    \+ judge(Goal, Problem, File, Line).
judge((A, B), Problem, File, Line) :-
    !,
    judge(A, Problem, File, Line),
    judge(B, Problem, File, Line).
judge((A ; B), Problem, File, Line) :-
    !,
    ( judge(A, Problem, File, Line) -> true ; judge(B, Problem, File, Line) ).
judge(current_predicate(Name/Arity), Problem, _, _) :-
    atom(Name),
    !,
    defined(Problem, Name, Arity).
judge(current_prolog_flag(Flag, Value), _, _, _) :-
    atom(Flag),
    !,
    current_prolog_flag(Flag, Value).
judge(exists_source(library(_)), _, _, _) :-
    !,
    fail.
judge(Goal, _, File, Line) :-
    quoted(if(Goal), Text),
    throw(fold_error(directive, File, Line, [Text])).

%!  end_conditions(+File) is det.
%
%   @throws fold_error(no_endif, File, Line, []) inside a conditional part

end_conditions(File) :-
    nb_getval(fold_if, Stack),
    (   Stack = [Line-_|_]
    ->  throw(fold_error(no_endif, File, Line, []))
    ;   true
    ).
