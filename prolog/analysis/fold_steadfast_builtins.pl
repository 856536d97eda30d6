:- module(fold_steadfast_builtins,
          [ steadfast_builtin/2         % ?Goal, -Given
          ]).

/** <module> Built-ins and library predicates that are steadfast

They only compute and unify, so binding more arguments before a call only selects among
its solutions, as far as it can be called at all.
*/

%!  steadfast_builtin(?Goal, -Given) is nondet.
%
%   Goal only computes and unifies. If Given is ground before the call, all of Goal is
%   ground after it.

steadfast_builtin(true, []).
steadfast_builtin(fail, []).
steadfast_builtin(false, []).
steadfast_builtin(_ = _, none(_)).
steadfast_builtin(_ is _, []).
steadfast_builtin(_ =:= _, []).
steadfast_builtin(_ =\= _, []).
steadfast_builtin(_ < _, []).
steadfast_builtin(_ > _, []).
steadfast_builtin(_ =< _, []).
steadfast_builtin(_ >= _, []).
steadfast_builtin(between(_, _, _), []).
steadfast_builtin(succ(_, _), []).
steadfast_builtin(plus(_, _, _), []).
steadfast_builtin(length(L, _), L).
steadfast_builtin(member(_, L), L).
steadfast_builtin(append(_, _, L), L).
steadfast_builtin(select(_, L, _), L).
steadfast_builtin(nth0(_, L, _), L).
steadfast_builtin(nth1(_, L, _), L).
steadfast_builtin(last(L, _), L).
steadfast_builtin(reverse(L, _), L).
steadfast_builtin(sum_list(L, _), L).
steadfast_builtin(max_list(L, _), L).
steadfast_builtin(min_list(L, _), L).
steadfast_builtin(atom_length(_, _), []).
steadfast_builtin(atom_chars(_, _), []).
steadfast_builtin(atom_codes(_, _), []).
steadfast_builtin(atom_concat(_, _, _), []).
steadfast_builtin(sub_atom(_, _, _, _, _), []).
steadfast_builtin(char_code(_, _), []).
steadfast_builtin(string_concat(_, _, _), []).
steadfast_builtin(string_length(_, _), []).
