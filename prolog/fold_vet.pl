:- module(fold_vet,
          [ vet/2,                      % +Problem, -Reply
            body_call/2,                % +Body, -Goal
            body_calls/2,               % +Body, -Goals
            signed_call/3               % +Body, -Sign, -Goal
          ]).
:- use_module(library(lists), [member/2, append/3]).
:- use_module(fold_text, [quoted/2]).
:- use_module(fold_load, [rule_at/4, defined/3, raw_example/5]).
:- use_module(fold_reserved, [built_in/1]).
:- use_module(fold_trust, [trusted/1]).

/** <module> What rules may call

Every rule is looked at before anything is asked. A body may call what the
problem's own files define, and built-ins that compute without side effects.
Meta-calls are looked through; a call that cannot be known beforehand is refused.
*/

%!  vet(+Problem:string, -Reply) is det.
%
%   Check all rules of Problem and import the library predicates that they use.
%   Reply has four strings for each call from one of the problem's predicates to
%   another: name and arity of the caller, and of the called.
%
%   @throws fold_error(undefined, File, Line, [Name, Arity]) and
%           fold_error(unsafe, File, Line, [Name, Arity]) and
%           fold_error(unknown_call, File, Line, [Text])

:- det(vet/2).
vet(Name, Reply) :-
    atom_string(Problem, Name),
    findall(Call,
            ( rule_at(Problem, Ref, File, Line),
              clause(Problem:Head, Body, Ref),
              rule_call(Problem, Head, Body, File, Line, Call)
            ),
            Calls0),
    sort(Calls0, Calls),
    findall(Field,
            ( member(call(N1/A1, N2/A2), Calls),
              quoted(N1, Q1),
              quoted(N2, Q2),
              member(Field, [Q1, A1, Q2, A2])
            ),
            Reply).

rule_call(Problem, Head, Body, File, Line, call(N1/A1, N2/A2)) :-
    functor(Head, N1, A1),
    body_call(Body, Goal),
    permit(Goal, Problem, File, Line),
    functor(Goal, N2, A2).

%   permit(+Goal, +Problem, +File, +Line) is semidet.
%
%   True when Goal calls a predicate of the problem; false when it calls a safe
%   built-in; otherwise an error.

permit(Goal, Problem, _, _) :-
    trusted(Problem),
    !,
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).
permit('$unknown'(Goal), _, File, Line) :-
    !,
    goal_text(Goal, Text),
    throw(fold_error(unknown_call, File, Line, [Text])).
permit(Goal, _, File, Line) :-
    fickle_goal(Goal, Function),
    !,
    goal_text(Function, Text),
    throw(fold_error(fickle, File, Line, [Text])).
permit(Goal, Problem, _, _) :-
    functor(Goal, Name, Arity),
    (   defined(Problem, Name, Arity)
    ;   functor(Example, Name, Arity),
        raw_example(Problem, _, Example, _, _)  % the target: its clauses are gone
    ),
    !.
permit(Goal, _, _, _) :-
    safe(Goal),
    !,
    fail.
permit(Goal, Problem, _, _) :-
    functor(Goal, Name, Arity),
    library(Library, Indicators),
    memberchk(Name/Arity, Indicators),
    !,
    use_module(library(Library), []),
    @(import(Library:Name/Arity), Problem),
    fail.
permit(Goal, _, File, Line) :-
    functor(Goal, Name, Arity),
    (   built_in(Goal)
    ->  Kind = unsafe
    ;   catch('$find_library'(user, Name, Arity, _, _), _, fail)
    ->  Kind = unsafe
    ;   Kind = undefined
    ),
    quoted(Name, Quoted),
    throw(fold_error(Kind, File, Line, [Quoted, Arity])).

goal_text(Goal, Text) :-
    copy_term(Goal, Named),
    numbervars(Named, 23, _),           % from X on
    with_output_to(string(Text),
                   write_term(Named, [ quoted(true), numbervars(true), max_depth(20),
                                       module(fold_text) ])).

%   fickle_goal(+Goal, -Function): Goal computes with what is another number each time.

fickle_goal(Goal, Function) :-
    arithmetic(Goal),
    sub_term_of(Goal, Function),
    fickle(Function),
    !.

arithmetic(_ is _).
arithmetic(_ =:= _).
arithmetic(_ =\= _).
arithmetic(_ < _).
arithmetic(_ > _).
arithmetic(_ =< _).
arithmetic(_ >= _).

sub_term_of(Term, Sub) :-
    compound(Term),
    arg(_, Term, Arg),
    nonvar(Arg),
    ( Sub = Arg ; sub_term_of(Arg, Sub) ).

fickle(random(_)).
fickle(random).
fickle(random_float).
fickle(cputime).
fickle(realtime).

%!  body_call(+Body, -Goal) is nondet.
%
%   Goal is a call made by Body, at any depth of control and meta-calls, itself
%   included unless it is mere control. '$unknown'(Goal) stands for one that cannot
%   be known.

body_call(Body, Goal) :-
    body_calls(Body, Goals),
    member(Goal, Goals).

%!  body_calls(+Body, -Goals:list) is det.
%
%   All calls made by Body, with its own variables.

:- det(body_calls/2).
body_calls(Body, Goals) :-
    phrase(calls(Body), Goals).

calls(Body) -->
    { opaque_goal(Body) },
    !,
    ( { nonvar(Body), Body = '$unknown'(_) } -> [Body] ; ['$unknown'(Body)] ).
calls(Body) -->
    { control(Body, Parts) },
    !,
    calls_of(Parts).
calls(Body) -->
    { meta(Body, Specs),
      !,
      closure_goals(Specs, Parts)
    },
    [Body],
    calls_of(Parts).
calls(Goal) --> [Goal].

calls_of([]) --> [].
calls_of([Part|Parts]) --> calls(Part), calls_of(Parts).

opaque_goal(Body) :- \+ callable(Body), !.
opaque_goal('$unknown'(_)) :- !.
opaque_goal(_:_) :- !.
opaque_goal(Body) :- compound(Body), compound_name_arity(Body, _, 0).

closure_goals([], []).
closure_goals([Closure-Extra|Specs], [Goal|Goals]) :-
    closure_goal(Closure, Extra, Goal),
    closure_goals(Specs, Goals).

%!  signed_call(+Body, -Sign, -Goal) is nondet.
%
%   Goal is a call made by Body, as in body_call/2. Sign is `pos`, `neg` for one
%   that is negated, at whatever depth, or `opaque` for one whose solutions are
%   collected.

signed_call(Body, Sign, Goal) :-
    signed(Body, pos, Sign, Goal).

signed(Body, _, _, _) :-
    \+ callable(Body),
    !,
    fail.
signed(Body, Sign0, Sign, Goal) :-
    control(Body, Parts),
    !,
    ( negative(Body) -> sign(neg, Sign0, Sign1) ; Sign1 = Sign0 ),
    member(Part, Parts),
    signed(Part, Sign1, Sign, Goal).
signed(Body, Sign0, Sign, Goal) :-
    meta(Body, Specs),
    !,
    (   negative(Body)
    ->  sign(neg, Sign0, Sign1)
    ;   collecting(Body)
    ->  Sign1 = opaque
    ;   Sign1 = Sign0
    ),
    member(Closure-Extra, Specs),
    closure_goal(Closure, Extra, Part),
    Part \= '$unknown'(_),
    signed(Part, Sign1, Sign, Goal).
signed(Goal, Sign, Sign, Goal).

sign(_, opaque, opaque) :- !.
sign(Sign, _, Sign).

negative(\+ _).
negative(not(_)).
negative(tnot(_)).
negative(forall(_, _)).

collecting(Body) :-
    functor(Body, Name, _),
    memberchk(Name, [findall, bagof, setof, aggregate_all, limit, distinct]).

control((A, B), [A, B]).
control((A ; B), [A, B]).
control((A -> B), [A, B]).
control((A *-> B), [A, B]).
control(\+ A, [A]).
control(not(A), [A]).
control(_^A, [A]).
control(!, []).
control(true, []).

%   meta(+Goal, -Closures) is semidet.
%
%   Closures is a list of Closure-Extra: a closure called with Extra arguments.

meta(call(G), [G-0]).
meta(once(G), [G-0]).
meta(ignore(G), [G-0]).
meta(tnot(G), [G-0]).
meta(forall(A, B), [A-0, B-0]).
meta(findall(_, G, _), [G-0]).
meta(findall(_, G, _, _), [G-0]).
meta(bagof(_, G, _), [G-0]).
meta(setof(_, G, _), [G-0]).
meta(aggregate_all(_, G, _), [G-0]).
meta(aggregate_all(_, _, G, _), [G-0]).
meta(limit(_, G), [G-0]).
meta(distinct(G), [G-0]).
meta(include(G, _, _), [G-1]).
meta(exclude(G, _, _), [G-1]).
meta(partition(G, _, _, _), [G-1]).
meta(predsort(G, _, _), [G-3]).
meta(foldl(G, _, _, _), [G-3]).
meta(foldl(G, _, _, _, _), [G-4]).
meta(maplist(G, _), [G-1]).
meta(maplist(G, _, _), [G-2]).
meta(maplist(G, _, _, _), [G-3]).
meta(maplist(G, _, _, _, _), [G-4]).
meta(Goal, [G-Extra]) :-
    compound(Goal),
    compound_name_arguments(Goal, call, [G|Args]),
    length(Args, Extra).

closure_goal(Closure, Extra, '$unknown'(Closure)) :-
    ( var(Closure) ; \+ callable(Closure) ; Closure = _:_ ),
    !,
    integer(Extra).
closure_goal(Closure, Extra, Goal) :-
    compound_name_arguments_safe(Closure, Name, Args),
    length(More, Extra),
    append(Args, More, AllArgs),
    Goal =.. [Name|AllArgs].

compound_name_arguments_safe(Closure, Closure, []) :- atom(Closure), !.
compound_name_arguments_safe(Closure, Name, Args) :-
    compound_name_arguments(Closure, Name, Args).

%   safe(+Goal): a built-in of `system` without side effects.

safe(Goal) :-
    functor(Goal, Name, Arity),
    safe_builtin(Name, Arities),
    memberchk(Arity, Arities),
    !.
safe(Goal) :-
    compound(Goal),
    compound_name_arguments(Goal, call, [_|_]).

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

%   library(+Library, +Indicators): pure predicates, imported where used.

library(lists,
        [ append/3, append/2, member/2, select/3, selectchk/3, select/4,
          subtract/3, permutation/2, delete/3, reverse/2, nth0/3, nth1/3,
          last/2, sum_list/2, sumlist/2, max_list/2, min_list/2, numlist/3,
          max_member/2, min_member/2, list_to_set/2, intersection/3, union/3,
          subset/2, flatten/2, same_length/2, proper_length/2 ]).
library(apply,
        [ maplist/2, maplist/3, maplist/4, maplist/5, include/3, exclude/3,
          partition/4, foldl/4, foldl/5 ]).
library(aggregate, [ aggregate_all/3, aggregate_all/4 ]).
library(pairs, [ pairs_keys_values/3, pairs_keys/2, pairs_values/2 ]).
library(ordsets, [ ord_union/3, ord_subtract/3, ord_intersection/3,
                   ord_memberchk/2, ord_subset/2, list_to_ord_set/2 ]).
library(solution_sequences, [ limit/2, distinct/1 ]).
