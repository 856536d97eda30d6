:- module(components_tests, []).
:- use_module(library(plunit)).
:- use_module(library(assoc), [get_assoc/3]).
:- use_module(library(lists), [memberchk/2]).
:- use_module('../../prolog/analysis/fold_components').

/** <module> Cycles of calls, and what leads to a fault */

:- begin_tests(components).

together(Edges, P, Q) :-
    components(Edges, Components),
    get_assoc(P, Components, Number),
    get_assoc(Q, Components, Number).

test(cycle) :-
    together([a-b, b-c, c-a, c-d], a, c).
test(chain, fail) :-
    together([a-b, b-c], a, b).
test(two_cycles, fail) :-
    together([a-b, b-a, b-c, c-d, d-c], a, c).
test(inner_cycle) :-
    together([a-b, b-c, c-b, c-d, d-a], a, c).
test(long_chain) :-
    findall(I-J, ( between(1, 5 000, I), J is I + 1 ), Edges),
    components(Edges, Components),
    get_assoc(5 001, Components, _).

:- end_tests(components).

:- begin_tests(faultless).

%   calls(+Calls, +Node, -Nodes): fails for a node that has no entry.

calls(Calls, Node, Nodes) :-
    memberchk(Node-Nodes, Calls).

faultless(Calls, Node) :-
    setup_call_cleanup(
        trie_new(Decided),
        faultless(calls(Calls), Node, Decided),
        trie_destroy(Decided)).

test(alone) :-
    faultless([a-[]], a).
test(itself, fail) :-
    faultless([], a).
test(cycle) :-
    faultless([a-[b], b-[a]], a).
test(fault_behind_a_cycle, fail) :-
    faultless([a-[b], b-[a, c]], a).
test(all_are_decided, Verdicts == [a-false, b-false, d-true]) :-
    trie_new(Decided),
    \+ faultless(calls([a-[d, b], d-[]]), a, Decided),
    findall(Node-Verdict, trie_gen(Decided, Node, Verdict), Verdicts0),
    sort(Verdicts0, Verdicts).
test(decided_before, fail) :-
    trie_new(Decided),
    \+ faultless(calls([a-[b]]), a, Decided),
    faultless(calls([a-[b], c-[a]]), c, Decided).

:- end_tests(faultless).
