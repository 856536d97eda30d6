:- module(fold_flow,
          [ evaluates/3,                % +Goal, +Problem, -Expression
            computes/3,                 % +Goal, +Problem, -Number
            builds/3,                   % +Goal, +Problem, -Made
            takes_apart/3,              % +Goal, +Problem, -Parts
            carried/3                   % +Goal, +Problem, -Values
          ]).
:- use_module(fold_calls, [meta_call/2]).
:- use_module('../problem/fold_problem', [defined/3]).

/** <module> How terms flow through built-ins and library predicates

What a built-in evaluates, which numbers it computes, which atoms it makes, and between
which of its arguments a term may pass. A predicate that the problem's files define is
none of them.
*/

%!  evaluates(+Goal, +Problem, -Expression) is nondet.
%
%   Goal is built in and computes Expression.

evaluates(Goal, Problem, Expression) :-
    evaluated(Goal, Expression),
    \+ defined_here(Goal, Problem).

defined_here(Goal, Problem) :-
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).

evaluated(_ is E, E).
evaluated(A =:= B, A-B).
evaluated(A =\= B, A-B).
evaluated(A < B, A-B).
evaluated(A > B, A-B).
evaluated(A =< B, A-B).
evaluated(A >= B, A-B).
evaluated(sum_list(L, _), L).
evaluated(sumlist(L, _), L).
evaluated(max_list(L, _), L).
evaluated(min_list(L, _), L).
evaluated(aggregate_all(Spec, _, _), Spec) :- \+ collects(Spec).
evaluated(aggregate_all(Spec, _, _, _), Spec) :- \+ collects(Spec).

collects(Spec) :- nonvar(Spec), memberchk(Spec, [count, bag(_), set(_)]).

%!  computes(+Goal, +Problem, -Number) is nondet.
%
%   Goal is built in, and Number is a number after it.

computes(Goal, Problem, Number) :-
    computed(Goal, Number),
    \+ defined_here(Goal, Problem).

computed(N is _, N).
computed(sum_list(_, N), N).
computed(sumlist(_, N), N).
computed(max_list(_, N), N).
computed(min_list(_, N), N).
computed(aggregate_all(Spec, _, N), N) :- counts(Spec).
computed(aggregate_all(Spec, _, _, N), N) :- counts(Spec).
computed(between(_, _, N), N).
computed(succ(M, N), Number) :- ( Number = M ; Number = N ).
computed(plus(L, M, N), Number) :- ( Number = L ; Number = M ; Number = N ).
computed(length(_, N), N).
computed(atom_length(_, N), N).
computed(string_length(_, N), N).
computed(atom_number(_, N), N).
computed(number_codes(N, _), N).
computed(number_chars(N, _), N).
computed(number_string(N, _), N).
computed(char_code(_, N), N).
computed(nth0(N, _, _), N).
computed(nth1(N, _, _), N).

counts(Spec) :-
    nonvar(Spec),
    memberchk(Spec, [count, sum(_), max(_), min(_)]).

%!  builds(+Goal, +Problem, -Made) is semidet.
%
%   Goal is built in and makes atoms Made of other text.

builds(Goal, Problem, Made) :-
    built(Goal, Made),
    \+ defined_here(Goal, Problem).

built(atom_codes(A, _), A).
built(atom_chars(A, _), A).
built(atom_string(A, _), A).
built(atom_concat(A, B, C), A-B-C).
built(atomic_list_concat(L, A), L-A).
built(atomic_list_concat(L, S, A), L-S-A).
built(sub_atom(A, _, Length, _, B), A-B) :- \+ too_short(Length).
built(upcase_atom(_, A), A).
built(downcase_atom(_, A), A).

%   too_short(+Length): for the name of a function of time or chance.

too_short(Length) :- integer(Length), Length < 6.

%!  takes_apart(+Goal, +Problem, -Parts) is semidet.
%
%   Goal is built in, and makes no atom if Parts is unbound before it.

takes_apart(Goal, Problem, Parts) :-
    taken_apart(Goal, Parts),
    \+ defined_here(Goal, Problem).

taken_apart(atom_codes(_, Codes), Codes).
taken_apart(atom_chars(_, Chars), Chars).
taken_apart(atom_string(_, String), String).

%!  carried(+Goal, +Problem, -Values) is semidet.
%
%   Goal is built in, and a term may pass from one of Values to another. Tests pass
%   nothing on, and numbers that are computed are new.

carried(Goal, Problem, Values) :-
    \+ defined_here(Goal, Problem),
    \+ evaluated(Goal, _),
    \+ built(Goal, _),
    \+ passes_nothing(Goal),
    ( between_others(Goal, Values) -> true ; Values = Goal ).

passes_nothing(_ \== _).
passes_nothing(_ \= _).
passes_nothing(_ @< _).
passes_nothing(_ @> _).
passes_nothing(_ @=< _).
passes_nothing(_ @>= _).
passes_nothing(dif(_, _)).
passes_nothing(compare(_, _, _)).
passes_nothing(between(_, _, _)).
passes_nothing(succ(_, _)).
passes_nothing(plus(_, _, _)).
passes_nothing(numlist(_, _, _)).
passes_nothing(length(_, _)).
passes_nothing(atom_length(_, _)).
passes_nothing(string_length(_, _)).
passes_nothing(atom_number(_, _)).
passes_nothing(number_codes(_, _)).
passes_nothing(number_chars(_, _)).
passes_nothing(number_string(_, _)).
passes_nothing(char_code(_, _)).
passes_nothing(Goal) :- functor(Goal, _, 1), \+ meta_call(Goal, _).

between_others(aggregate_all(count, _, _), []).
between_others(nth0(_, L, E), L-E).
between_others(nth1(_, L, E), L-E).
between_others(sub_string(A, _, _, _, B), A-B).
