:- module(fickle_tests, []).
:- use_module(library(plunit)).
:- use_module(support, [with_problem/3]).
:- use_module('../../prolog/vetting/fold_vet').

/** <module> What computes with the time or with chance, by whatever way, is refused */

:- begin_tests(taint).

refused(Text, What) :-
    catch(( with_problem(["bk"-Text, "pos"-"fly(a)."], Problem, vet(Problem, _)), fail ),
          fold_error(impure, _, _, [What]),
          true).

taken(Text) :-
    with_problem(["bk"-Text, "pos"-"fly(a)."], Problem, vet(Problem, _)).

way("p(T) :- T is cputime.").
way("p(T) :- T is 1 + max(2, random(10)).").
way("p(X) :- X > random_float.").
way("p(T) :- E = cputime, T is E.").
way("p(T) :- E = f(cputime), E = f(G), T is G * 2.").
way("p(T) :- member(E, [1, realtime]), T is E.").
way("p(T) :- E =.. [cputime], T is E.").
way("p(T) :- functor(E, random, 1), arg(1, E, 10), T is E.").
way("p(T) :- copy_term(random(5), E), E < 3, T = 1.").
way("p(T) :- findall(E, member(E, [cputime]), [F]), T is F.").
way("p(T) :- findall(E, findall(F, F = cputime, [E]), [G]), T is G.").
way("p(T) :- bagof(E-A, A^B^( q(A, B), E = B ), [F-_]), T is F. q(a, cputime).").
way("p(T) :- forall(call(E = cputime), ( call(once(E = F)), number(F) )), T is F.").
way("p(T) :- findall(T, T is E, [T]), ignore(E = cputime).").
way("p(T) :- findall(E, c(E), [F]), T is F. c(E) :- call(E = cputime).").
way("findall(E, F) :- E = F. p(T) :- findall(cputime, E), T is E.").
way("once(E, F) :- E = F. p(T) :- once(cputime, E), T is E.").
way("p(T) :- atom_codes(E, [0'c, 0'p, 0'u, 0't, 0'i, 0'm, 0'e]), T is E.").
way("p(T) :- atom_concat(cpu, time, E), T is E.").
way("p(T) :- atomic_list_concat([real, time], E), T is E.").
way("p(T) :- sub_atom(xcputimex, 1, 7, _, E), T is E.").
way("p(T) :- downcase_atom('RANDOM', E), T is E.").
way("p(T) :- atom_string(E, \"cputime\"), T is E.").
way("p(T) :- sum_list([cputime], T).").
way("p(T) :- E = [random], max_list(E, T).").
way("p(T) :- aggregate_all(max(E), member(E, [cputime]), T).").
way("p(T) :- aggregate_all(sum(cputime), member(_, [a]), T).").
way("p(T) :- maplist(is, [T], [cputime]).").
way("p(T) :- maplist(=(cputime), [E]), T is E.").
way("p(T) :- foldl(add, [cputime], 0, T). add(X, Y, Z) :- Z is X + Y.").
way("p(T) :- once(E = cputime), ( T = 1 ; T is E ).").
way("p(T) :- \\+ \\+ ( E = random, E > 0.5 ), T = 1.").
way("clock(cputime). p(T) :- clock(E), T is E.").
way("clock(f([cputime])). p(T) :- clock(f([E])), T is E.").
way("clock(E) :- E = cputime. p(T) :- clock(E), T is E.").
way("p(T) :- value(cputime, T). value(E, T) :- T is E.").
way("p(T) :- b(E), T is E. b(E) :- c(E). c(E) :- d(E). d(cputime).").
way("d(cputime). c(E) :- d(E). b(E) :- c(E). p(T) :- b(E), T is E.").
way("p(T) :- value(f(E), E, T), true. value(f(cputime), E, T) :- T is E + 0.").
way("size(a, cputime). big(X, Y) :- X > Y.").
way("p(X) :- X > 3. q(random).").
way("p(T) :- E = cputime, q(E, T). q(E, T) :- number(T) -> true ; T is E.").
way("p(T) :- Cs = [c, p, u, t, i, m, e], atom_chars(E, Cs), T is E.").
way("p(T, Cs) :- atom_chars(E, Cs), T is E.").
way("p(T) :- atom_codes(emitupc, R), reverse(R, Cs), atom_codes(E, Cs), T is E.").
way("p(T) :- sub_atom(acputime, 1, 7, _, E), T is E.").
way("p(T) :- append(_, [E], [a, cputime]), nth0(0, [E], F), T is F.").

test(refused, [forall(way(Text))]) :-
    refused(Text, _).
test(what_is_said, What == "cputime") :-
    refused("p(T) :- T is 2 * cputime.", What).
test(where_it_arrives, What == "X is Y") :-
    refused("p(T) :- E = cputime, T is E.", What).

harmless("p(X) :- X = random.").
harmless("colour(a, random). age(a, 3). old(X) :- age(X, A), A > 2.").
harmless("way(a, random). age(a, 3). r(X) :- way(X, M), M == random, age(X, A), A > 2.").
harmless("p(X) :- atom_codes(X, L), length(L, N), N > 3.").
harmless("p(X) :- atom_concat(a, Y, X), atom_length(Y, N), N > 3.").
harmless("p(X) :- sub_atom(X, B, _, 0, _), B > 3.").
harmless("p(X, N) :- atom_number(X, N), N > 3.").
harmless("p(X) :- findall(Y, q(X, Y), L), sum_list(L, S), S > 3. q(a, 1). q(a, 2).").
harmless("p(X, N) :- atom_codes(X, [C|_]), N is C - 0'0.").
harmless("p(a) :- aggregate_all(count, q(random), N), N > 0. q(random).").
harmless("cputime(X) :- q(X, Y), Y > 3. q(a, 1).").
harmless("random(a, 3). p(X) :- random(X, Y), Y > 2.").

harmless("n(X, N) :- atom_chars(X, Cs), foldl(inc, Cs, 0, N). inc(_, A, B) :- B is A + 1.").
harmless("n(X, N) :- findall(C, sub_atom(X, _, 1, _, C), Cs), foldl(inc, Cs, 0, N).
          inc(_, A, B) :- B is A + 1.").

test(taken, [forall(harmless(Text))]) :-
    taken(Text).

test(a_long_chain_is_walked_once) :-
    findall(Rule,
            ( between(1, 3000, I),
              J is I + 1,
              format(string(Rule), "p~d(X) :- p~d(X).~n", [I, J]) ),
            Rules),
    atomics_to_string(["p3001(cputime).\nq(T) :- p1(E), T is E.\n"|Rules], Text),
    statistics(inferences, Before),
    refused(Text, _),
    statistics(inferences, After),
    After - Before < 10_000_000.

:- end_tests(taint).
