:- module(fold_computes,
          [ computes/2                  % ?Goal, -Given
          ]).

/** <module> Built-ins and library predicates that only compute and unify

They answer alike whatever is bound before them, as far as they can be called at all.
*/

%!  computes(?Goal, -Given) is nondet.
%
%   Goal only computes and unifies, so it is steadfast. When Given is ground before it,
%   all of it is ground afterwards.

computes(true, []).
computes(fail, []).
computes(false, []).
computes(_ = _, none(_)).
computes(_ is _, []).
computes(_ =:= _, []).
computes(_ =\= _, []).
computes(_ < _, []).
computes(_ > _, []).
computes(_ =< _, []).
computes(_ >= _, []).
computes(between(_, _, _), []).
computes(succ(_, _), []).
computes(plus(_, _, _), []).
computes(length(L, _), L).
computes(member(_, L), L).
computes(append(_, _, L), L).
computes(select(_, L, _), L).
computes(nth0(_, L, _), L).
computes(nth1(_, L, _), L).
computes(last(L, _), L).
computes(reverse(L, _), L).
computes(sum_list(L, _), L).
computes(max_list(L, _), L).
computes(min_list(L, _), L).
computes(atom_length(_, _), []).
computes(atom_chars(_, _), []).
computes(atom_codes(_, _), []).
computes(atom_concat(_, _, _), []).
computes(sub_atom(_, _, _, _, _), []).
computes(char_code(_, _), []).
computes(string_concat(_, _, _), []).
computes(string_length(_, _), []).
