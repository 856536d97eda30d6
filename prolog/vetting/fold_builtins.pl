:- module(fold_builtins,
          [ safe/1,                     % +Goal
            safe_builtin/2,             % ?Name, ?Arities
            safe_library/2              % ?Library, ?Indicators
          ]).

/** <module> The built-ins and library predicates that rules may call

They compute without side effects, and give the same answers each time. The sandbox of
SWI-Prolog agrees, as a test shows.
*/

%!  safe(+Goal) is semidet.
%
%   Goal calls a safe built-in of `system`. What a meta-call calls is not looked at.

safe(Goal) :-
    functor(Goal, Name, Arity),
    safe_builtin(Name, Arities),
    memberchk(Arity, Arities),
    !.
safe(Goal) :-
    compound(Goal),
    compound_name_arguments(Goal, call, [_|_]).

%!  safe_builtin(?Name, ?Arities:list(integer)) is nondet.
%
%   The built-ins Name of these arities are safe.

safe_builtin(fail, [0]).
safe_builtin(false, [0]).
safe_builtin(=, [2]).
safe_builtin(\=, [2]).
safe_builtin(==, [2]).
safe_builtin(\==, [2]).
safe_builtin(@<, [2]).
safe_builtin(@>, [2]).
safe_builtin(@=<, [2]).
safe_builtin(@>=, [2]).
safe_builtin(compare, [3]).
safe_builtin(subsumes_term, [2]).
safe_builtin(unify_with_occurs_check, [2]).
safe_builtin(?=, [2]).
safe_builtin(dif, [2]).
safe_builtin(is, [2]).
safe_builtin(=:=, [2]).
safe_builtin(=\=, [2]).
safe_builtin(<, [2]).
safe_builtin(>, [2]).
safe_builtin(=<, [2]).
safe_builtin(>=, [2]).
safe_builtin(succ, [2]).
safe_builtin(plus, [3]).
safe_builtin(between, [3]).
safe_builtin(var, [1]).
safe_builtin(nonvar, [1]).
safe_builtin(atom, [1]).
safe_builtin(number, [1]).
safe_builtin(integer, [1]).
safe_builtin(float, [1]).
safe_builtin(rational, [1]).
safe_builtin(atomic, [1]).
safe_builtin(compound, [1]).
safe_builtin(callable, [1]).
safe_builtin(ground, [1]).
safe_builtin(is_list, [1]).
safe_builtin(string, [1]).
safe_builtin(functor, [3]).
safe_builtin(arg, [3]).
safe_builtin(=.., [2]).
safe_builtin(copy_term, [2]).
safe_builtin(term_variables, [2]).
safe_builtin(length, [2]).
safe_builtin(msort, [2]).
safe_builtin(sort, [2, 4]).
safe_builtin(predsort, [3]).
safe_builtin(keysort, [2]).
safe_builtin(memberchk, [2]).
safe_builtin(atom_length, [2]).
safe_builtin(atom_concat, [3]).
safe_builtin(atomic_list_concat, [2, 3]).
safe_builtin(sub_atom, [5]).
safe_builtin(atom_chars, [2]).
safe_builtin(atom_codes, [2]).
safe_builtin(atom_number, [2]).
safe_builtin(atom_string, [2]).
safe_builtin(char_code, [2]).
safe_builtin(char_type, [2]).
safe_builtin(code_type, [2]).
safe_builtin(number_chars, [2]).
safe_builtin(number_codes, [2]).
safe_builtin(number_string, [2]).
safe_builtin(upcase_atom, [2]).
safe_builtin(downcase_atom, [2]).
safe_builtin(string_chars, [2]).
safe_builtin(string_code, [3]).
safe_builtin(string_codes, [2]).
safe_builtin(string_concat, [3]).
safe_builtin(string_length, [2]).
safe_builtin(string_lower, [2]).
safe_builtin(string_upper, [2]).
safe_builtin(sub_string, [5]).
safe_builtin(split_string, [4]).
safe_builtin(forall, [2]).
safe_builtin(findall, [3, 4]).
safe_builtin(bagof, [3]).
safe_builtin(setof, [3]).
safe_builtin(once, [1]).
safe_builtin(ignore, [1]).
safe_builtin(tnot, [1]).
safe_builtin(phrase, [2, 3]).

%!  safe_library(?Library, ?Indicators:list) is nondet.
%
%   The predicates Indicators of library(Library) are safe.

safe_library(lists,
             [ append/3, append/2, member/2, select/3, selectchk/3, select/4,
               subtract/3, permutation/2, delete/3, reverse/2, nth0/3, nth1/3,
               last/2, sum_list/2, sumlist/2, max_list/2, min_list/2, numlist/3,
               max_member/2, min_member/2, list_to_set/2, intersection/3, union/3,
               subset/2, flatten/2, same_length/2, proper_length/2, nth0/4, nth1/4,
               nextto/3, prefix/2, is_set/1, clumped/2, selectchk/4 ]).
safe_library(apply,
             [ maplist/2, maplist/3, maplist/4, maplist/5, include/3, exclude/3,
               partition/4, partition/5, convlist/3, foldl/4, foldl/5, foldl/6, foldl/7 ]).
safe_library(aggregate, [ aggregate_all/3, aggregate_all/4 ]).
safe_library(pairs,
             [ pairs_keys_values/3, pairs_keys/2, pairs_values/2, transpose_pairs/2,
               map_list_to_pairs/3, group_pairs_by_key/2 ]).
safe_library(ordsets,
             [ ord_union/3, ord_union/2, ord_subtract/3, ord_symdiff/3,
               ord_intersection/3, ord_intersection/2, ord_intersect/2, ord_disjoint/2,
               ord_memberchk/2, ord_subset/2, ord_seteq/2, ord_empty/1,
               ord_add_element/3, ord_del_element/3, ord_selectchk/3, is_ordset/1,
               list_to_ord_set/2 ]).
safe_library(assoc,
             [ empty_assoc/1, list_to_assoc/2, ord_list_to_assoc/2, put_assoc/4,
               del_assoc/4, get_assoc/3, gen_assoc/3, max_assoc/3, min_assoc/3,
               assoc_to_list/2, assoc_to_keys/2, assoc_to_values/2, is_assoc/1 ]).
safe_library(ugraphs,
             [ vertices_edges_to_ugraph/3, vertices/2, edges/2, add_vertices/3,
               del_vertices/3, add_edges/3, del_edges/3, neighbours/3, neighbors/3,
               reachable/3, compose/3, transpose_ugraph/2, transitive_closure/2,
               top_sort/2 ]).
safe_library(heaps,
             [ empty_heap/1, singleton_heap/3, list_to_heap/2, heap_to_list/2,
               heap_size/2, add_to_heap/4, get_from_heap/4, delete_from_heap/4,
               merge_heaps/3, min_of_heap/3, min_of_heap/5, is_heap/1 ]).
safe_library(rbtrees,
             [ rb_empty/1, rb_new/1, list_to_rbtree/2, ord_list_to_rbtree/2, rb_insert/4,
               rb_insert_new/4, rb_update/4, rb_update/5, rb_delete/3, rb_delete/4,
               rb_del_min/4, rb_del_max/4, rb_lookup/3, rb_in/3, rb_min/3, rb_max/3,
               rb_next/4, rb_previous/4, rb_keys/2, rb_visit/2, rb_size/2, is_rbtree/1 ]).
safe_library(occurs,
             [ sub_term/2, contains_term/2, contains_var/2, free_of_term/2, free_of_var/2,
               occurrences_of_term/3, occurrences_of_var/3 ]).
safe_library(dcg/basics,
             [ white/2, whites/2, nonblank/3, nonblanks/3, blank/2, blanks/2,
               blanks_to_nl/2, string/3, string_without/4, alpha_to_lower/3, digit/3,
               digits/3, integer/3, number/3, xdigit/3, xdigits/3, xinteger/3, eos/2,
               eol/2, remainder/3, atom/3 ]).
safe_library(solution_sequences, [ limit/2, distinct/1 ]).
safe_library(clpfd,
             [ '#='/2, '#\\='/2, '#<'/2, '#>'/2, '#=<'/2, '#>='/2, '#\\'/1, '#\\'/2,
               '#\\/'/2, '#/\\'/2, '#==>'/2, '#<=='/2, '#<==>'/2, in/2, ins/2, sum/3,
               scalar_product/4, all_different/1, all_distinct/1, indomain/1, label/1,
               labeling/2, tuples_in/2, element/3, chain/2, lex_chain/1, circuit/1,
               global_cardinality/2, global_cardinality/3, transpose/2, zcompare/3,
               automaton/3, cumulative/1, cumulative/2, disjoint2/1, fd_inf/2, fd_sup/2,
               fd_size/2, fd_dom/2 ]).
