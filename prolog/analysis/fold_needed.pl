:- module(fold_needed,
          [ needed/2                    % +Goal, -Needed
          ]).
:- use_module(library(lists), [append/3]).

/** <module> What built-ins need to be given

A test holds or not of what it is given; what is computed from something is unified with
an argument in the end. With variables in what they are given, they have fewer solutions
than with values, or other ones.
*/

%!  needed(+Goal, -Needed) is semidet.
%
%   A goal of a built-in gives all solutions only if Needed is ground.

needed(Goal, Needed) :-
    functor(Goal, Name, Arity),
    tests(Indicators),
    memberchk(Name/Arity, Indicators),
    !,
    Needed = Goal.
needed(Goal, Needed) :-
    given(Goal, Needed),
    !.
needed(Goal, Needed) :-
    functor(Goal, Name, Arity),
    computes(Indicators),
    memberchk(Name/Arity, Indicators),
    Goal =.. [_|Args],
    append(Needed, [_], Args).

tests([ (\+)/1, not/1, tnot/1, forall/2, ignore/1, once/1, limit/2, distinct/1,
        (=<)/2, (<)/2, (>)/2, (>=)/2, (=:=)/2, (=\=)/2, (==)/2, (\==)/2,
        (\=)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2, (?=)/2, subsumes_term/2,
        var/1, nonvar/1, atom/1, number/1, integer/1, float/1, rational/1,
        atomic/1, compound/1, callable/1, ground/1, is_list/1, string/1,
        memberchk/2, selectchk/3, subset/2, is_set/1, ord_memberchk/2, ord_subset/2,
        ord_disjoint/2, ord_intersect/2, ord_seteq/2, is_ordset/1, ord_selectchk/3,
        is_assoc/1 ]).

%   given(+Goal, -Given): Goal computes its other arguments from Given.

given(findall(Template, Goal, _), Template-Goal).
given(findall(Template, Goal, _, _), Template-Goal).
given(bagof(Template, Goal, _), Template-Goal).
given(setof(Template, Goal, _), Template-Goal).
given(aggregate_all(Template, Goal, _), Template-Goal).
given(aggregate_all(Template, Distinct, Goal, _), Template-Distinct-Goal).
given(compare(_, A, B), A-B).
given(max_member(_, List), List).
given(min_member(_, List), List).
given(partition(Goal, List, _, _), Goal-List).
given(partition(Goal, List, _, _, _), Goal-List).
given(gen_assoc(_, Assoc, _), Assoc).
given(max_assoc(Assoc, _, _), Assoc).
given(min_assoc(Assoc, _, _), Assoc).
given(del_assoc(Key, Assoc, _, _), Key-Assoc).

%   computes(-Indicators): these compute their last argument from the others.

computes([ msort/2, sort/2, sort/4, predsort/3, keysort/2, list_to_set/2, flatten/2,
           clumped/2, subtract/3, delete/3, intersection/3, union/3, include/3,
           exclude/3, convlist/3, foldl/4, foldl/5, foldl/6, foldl/7,
           map_list_to_pairs/3, transpose_pairs/2, term_variables/2,
           ord_union/2, ord_union/3, ord_subtract/3, ord_symdiff/3, ord_intersection/2,
           ord_intersection/3, ord_add_element/3, ord_del_element/3,
           list_to_ord_set/2, list_to_assoc/2, ord_list_to_assoc/2, put_assoc/4,
           get_assoc/3, assoc_to_list/2, assoc_to_keys/2, assoc_to_values/2,
           vertices_edges_to_ugraph/3, vertices/2, edges/2, add_vertices/3,
           del_vertices/3, add_edges/3, del_edges/3, neighbours/3, neighbors/3,
           reachable/3, compose/3, transpose_ugraph/2, transitive_closure/2,
           top_sort/2 ]).
