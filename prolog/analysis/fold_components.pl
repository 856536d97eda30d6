:- module(fold_components,
          [ components/2,               % +Edges, -Components
            faultless/3,                % :Check, +Node, +Decided
            verdicts/3                  % +Problem, +Question, -Decided
          ]).
:- use_module(library(assoc),
              [empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(ugraphs), [vertices_edges_to_ugraph/3]).
:- use_module('../problem/fold_problem', []).

/** <module> The call graph: strongly connected components, and what reaches a fault

Both computations visit every node and every edge once, at the cost of a lookup each.
*/

%!  components(+Edges:list(pair), -Components:assoc) is det.
%
%   Edges has P-Q where P calls Q. Components maps every node to the number of its
%   strongly connected component: two nodes have the same if each leads to the other.
%   This is Tarjan's algorithm.

:- det(components/2).
components(Edges, Components) :-
    vertices_edges_to_ugraph([], Edges, Graph),
    list_to_assoc(Graph, Called),
    empty_assoc(Empty),
    components(Graph, Called, state(0, Empty, [], Empty), Components).

components([], _, state(_, _, _, Components), Components).
components([Node-_|Nodes], Called, State0, Components) :-
    visit_from(Node, Called, State0, 0, _, State),
    components(Nodes, Called, State, Components).

%   visit_from(+Node, +Called, +State0, +Low0, -Low, -State)
%
%   The state is the next number, the number of each node, the nodes that have no
%   component yet, the latest first, and the components. Low is the least number of such
%   a node that is reached from here, or Low0 if that is less.

visit_from(Node, Called, State0, Low0, Low, State) :-
    State0 = state(Number, Numbers0, Waiting0, Components0),
    (   get_assoc(Node, Components0, _)
    ->  Low = Low0,
        State = State0
    ;   get_assoc(Node, Numbers0, Earlier)
    ->  Low is min(Low0, Earlier),
        State = State0
    ;   put_assoc(Node, Numbers0, Number, Numbers1),
        Next is Number + 1,
        get_assoc(Node, Called, Nodes),
        visit_all(Nodes, Called,
                  state(Next, Numbers1, [Node|Waiting0], Components0),
                  Number, Low1, State1),
        (   Low1 =:= Number
        ->  close_component(Node, Number, State1, State)
        ;   State = State1
        ),
        Low is min(Low0, Low1)
    ).

visit_all([], _, State, Low, Low, State).
visit_all([Node|Nodes], Called, State0, Low0, Low, State) :-
    visit_from(Node, Called, State0, Low0, Low1, State1),
    visit_all(Nodes, Called, State1, Low1, Low, State).

close_component(Node, Number, state(N, Numbers, Waiting0, Components0), State) :-
    take_until(Waiting0, Node, Number, Waiting, Components0, Components),
    State = state(N, Numbers, Waiting, Components).

take_until([Node|Waiting0], Last, Number, Waiting, Components0, Components) :-
    put_assoc(Node, Components0, Number, Components1),
    (   Node == Last
    ->  Waiting = Waiting0,
        Components = Components1
    ;   take_until(Waiting0, Last, Number, Waiting, Components1, Components)
    ).

%!  faultless(:Check, +Node, +Decided:trie) is semidet.
%
%   Node leads to no fault. Check(Node, Nodes) gives the nodes that a node calls; it
%   fails if the node itself is at fault. Decided maps ground nodes to true or false;
%   all nodes that Node leads to are added, so that none is checked twice.

:- meta_predicate faultless(2, +, +).

faultless(Check, Node, Decided) :-
    (   trie_lookup(Decided, Node, _)
    ->  true
    ;   explore([Node], Check, Decided, Calls, Faulty0),
        findall(Q, ( member(Q-_, Calls), trie_lookup(Decided, Q, false) ), Faulty1),
        append(Faulty0, Faulty1, Faulty),
        ( Faulty == [] -> true ; blame(Faulty, Calls, Decided) )
    ),
    trie_lookup(Decided, Node, true).

%   explore(+Waiting, :Check, +Decided, -Calls, -Faulty)
%
%   Check what is not decided; until a fault is found it counts as true. Calls has
%   Called-Caller for each call, Faulty those at fault.

explore([], _, _, [], []).
explore([Node|Waiting], Check, Decided, Calls, Faulty) :-
    (   trie_lookup(Decided, Node, _)
    ->  explore(Waiting, Check, Decided, Calls, Faulty)
    ;   trie_insert(Decided, Node, true),
        (   call(Check, Node, Nodes)
        ->  add_calls(Nodes, Node, Waiting, Waiting1, Calls, Calls1),
            explore(Waiting1, Check, Decided, Calls1, Faulty)
        ;   Faulty = [Node|Faulty1],
            explore(Waiting, Check, Decided, Calls, Faulty1)
        )
    ).

add_calls([], _, Waiting, Waiting, Calls, Calls).
add_calls([Node|Nodes], Caller, Waiting0, Waiting, [Node-Caller|Calls0], Calls) :-
    add_calls(Nodes, Caller, [Node|Waiting0], Waiting, Calls0, Calls).

%   blame(+Faulty, +Calls, +Decided): all that leads to what is faulty is at fault.

blame(Faulty, Calls, Decided) :-
    sort(Calls, Sorted),
    group_pairs_by_key(Sorted, Groups),
    list_to_assoc(Groups, Callers),
    forall(member(Node, Faulty), trie_update(Decided, Node, false)),
    blame_callers(Faulty, Callers, Decided).

blame_callers([], _, _).
blame_callers([Node|Nodes], Callers, Decided) :-
    (   get_assoc(Node, Callers, Blamed)
    ->  findall(Caller,
                ( member(Caller, Blamed),
                  trie_lookup(Decided, Caller, true),
                  trie_update(Decided, Caller, false)
                ),
                More),
        append(More, Nodes, Waiting)
    ;   Waiting = Nodes
    ),
    blame_callers(Waiting, Callers, Decided).

%!  verdicts(+Problem, +Question, -Decided:trie) is det.
%
%   Decided keeps what is found out about the calls of Problem, for as long as Problem
%   is there: which are `ground`, or `steadfast`.

:- dynamic verdicts_of/3.               % Problem, Question, Trie

verdicts(Problem, Question, Decided) :-
    (   verdicts_of(Problem, Question, Decided)
    ->  true
    ;   trie_new(Decided),
        assertz(verdicts_of(Problem, Question, Decided))
    ).

fold_problem:forget(Problem) :-
    retract(verdicts_of(Problem, _, Decided)),
    trie_destroy(Decided).
