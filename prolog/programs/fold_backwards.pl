:- module(fold_backwards,
          [ possible_clauses/4          % +Problem, +Clauses, +Left, -Reply
          ]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(fold_limits, [parse_term/2]).
:- use_module(fold_derivations, [base_pairs/4, run_goals/2]).
:- use_module(fold_instances, [positive/3]).
:- use_module(fold_programs, [held_bases/2]).

/** <module> Recursive clauses, held to the outputs of positives without running them

What a clause makes of the outputs of its calls is known for positives: the head of a list
that it puts before them is the head of the output.
*/

step_limit(2 000).                      % inferences for the goals after calls
positive_limit(6).                      % positives that clauses are held to

%!  possible_clauses(+Problem, +Clauses, +Left, -Reply) is det.
%
%   Clauses is clauses(X, Y, List), with clauses as in fold_derivations. Reply has the
%   numbers, from 0, of those that for some outputs of their calls give the output of
%   each positive on whose inputs the goals before the calls have answers, and which no
%   base case derives. A tabled goal, and one that raises an
%   error or takes long, may give any output. Those that come after Left inferences are not
%   among them.

:- det(possible_clauses/4).
possible_clauses(Problem, Text, Left, Reply) :-
    parse_term(Text, clauses(X, Y, Clauses)),
    held_bases(Problem, Base),
    positive_limit(Most),
    findnsols(Most, Instance-Output,
            ( positive(Problem, Instance, [Output]),
              \+ ( base_pairs(Instance, Problem, Base, Pairs), memberchk(Output-_, Pairs) )
            ),
            Positives),
    !,
    statistics(inferences, Count),
    Last is Count + Left,
    findall(Own,
            ( nth0(Number, Clauses, Clause),
              possible_until(Last, Positives, Problem, X, Y, Clause),
              number_string(Number, Own)
            ),
            Reply).

possible_until(Last, Positives, Problem, X, Y, Clause) :-
    statistics(inferences, Count),
    Left is Last - Count,
    Left > 0,
    catch(call_with_inference_limit(
              \+ impossible(Positives, Problem, X, Y, Clause), Left, Result),
          error(_, _),
          Result = true),
    Result \== inference_limit_exceeded.

impossible(Positives, Problem, X, Y, r(Before, _, _, _, After)) :-
    member(Instance-Output, Positives),
    X = Instance,
    \+ \+ run_goals(Before, Problem),
    Y = Output,
    \+ ( run_goals(Before, Problem), gives(After, Problem) ),
    !.

gives(Goals, Problem) :-
    member(Goal, Goals),
    predicate_property(Problem:Goal, tabled),   % may make a table without end
    !.
gives(Goals, Problem) :-
    step_limit(Limit),
    catch(call_with_inference_limit(run_goals(Goals, Problem), Limit, _),
          error(_, _),
          true),
    !.
