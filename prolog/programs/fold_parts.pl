:- module(fold_parts,
          [ part/2,                     % +Problem, -Hidden
            is_in_part/2,               % +Hidden, +Instance
            within_part/5               % +Problem, +Nodes0, +Clauses0, -Nodes, -Clauses
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(fold_instances, [instance/2]).

/** <module> Parts of a background, without some objects or what holds between some

Programs about plain objects that answer alike on all of these may differ where fewer
things are known. What holds of all objects, such as that each edge is there in both
directions, holds in each part too.
*/

most_parts(10).

%!  part(+Problem, -Hidden) is nondet.
%
%   Hidden are objects of instances that a part is without, or pairs of objects between
%   which nothing holds there. Each object is in one such part, and each pair.

part(Problem, Hidden) :-
    findall(Object, ( instance(Problem, X), member(Object, X) ), Objects0),
    sort(Objects0, Objects),
    findall(One-Other,
            ( member(One, Objects), member(Other, Objects), One @< Other ),
            Pairs),
    member(Things, [Objects, Pairs]),
    length(Things, Count),
    most_parts(Most),
    Parts is min(Most, Count),
    Last is Parts - 1,
    between(0, Last, Number),
    findall(Thing, ( nth0(At, Things, Thing), Number =:= At mod Parts ), Hidden).

%!  is_in_part(+Hidden, +Instance) is semidet.

is_in_part(Hidden, Instance) :-
    \+ ( member(Object, Instance), memberchk(Object, Hidden) ).

%!  within_part(+Problem, +Nodes0, +Clauses0, -Nodes, -Clauses) is det.
%
%   Nodes and Clauses are Nodes0 and Clauses0 with goals that are true of what is not
%   hidden: the value of the global variable `fold_hidden`.

within_part(Problem, Nodes0, Clauses0, Nodes, Clauses) :-
    maplist(node_within(Problem), Nodes0, Nodes),
    maplist(clause_within(Problem), Clauses0, Clauses).

node_within(Problem, node(Goal0, Number, Values, Below0),
            node(Goal, Number, Values, Below)) :-
    goal_within(Problem, Goal0, Goal),
    maplist(node_within(Problem), Below0, Below).

clause_within(Problem, r(Before0, Xs, Ys, Kept, After0),
              r(Before, Xs, Ys, Kept, After)) :-
    maplist(goal_within(Problem), Before0, Before),
    maplist(goal_within(Problem), After0, After).

goal_within(Problem, Goal, fold_parts:visible(Goal, Problem)).

visible(\+ Goal, Problem) :-
    !,
    \+ visible(Goal, Problem).
visible(Goal, Problem) :-
    Problem:Goal,
    nb_getval(fold_hidden, Hidden),
    \+ ( arg(_, Goal, Object), memberchk(Object, Hidden) ),
    \+ ( arg(_, Goal, One), arg(_, Goal, Other), memberchk(One-Other, Hidden) ).
