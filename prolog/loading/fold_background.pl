:- module(fold_background,
          [ add_background/5            % +Term, +Problem, +Bindings, +File, +Line
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_declarations, [declare/5, declaring_fact/1]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module('../problem/fold_problem',
              [add_rule/5, define/4, defined/3, general_fact_at/5, taken_up/5]).
:- use_module('../terms/fold_text', [goal_text/2, kind_of/2, quoted_with_names/3]).

/** <module> Clauses of the background

Facts and rules are added to the problem's module as they are. `fold_vet` checks every
rule before anything is asked.
*/

%!  add_background(+Term, +Problem, +Bindings, +File, +Line) is semidet.
%
%   Add a fact, rule, grammar rule or directive to the background. Facts of predicates
%   that are known come first, because most terms are such facts. False for a grammar
%   rule that is none.

add_background(Fact, Problem, Bindings, File, Line) :-
    callable(Fact),
    functor(Fact, Name, Arity),
    nb_getval(fold_unit, Unit),
    taken_up(Unit, Name, Arity, _, _),
    !,
    add_fact(Fact, Problem, Bindings, File, Line).
add_background(Term, _, _, File, Line) :-
    var(Term),
    !,
    throw(fold_error(not_a_clause, File, Line, ["a variable"])).
add_background((:- Directive), Problem, Bindings, File, Line) :-
    !,
    call_loading(fold_directives:directive(Directive, Problem, Bindings, File, Line)).
add_background((?- Directive), Problem, Bindings, File, Line) :-
    !,
    call_loading(fold_directives:directive(Directive, Problem, Bindings, File, Line)).
add_background((Head --> Body), Problem, Bindings, File, Line) :-
    !,
    dcg_translate_rule((Head --> Body), Clause),
    Clause = (_ :- _),
    add_background(Clause, Problem, Bindings, File, Line).
add_background((Head :- Body), Problem, Bindings, File, Line) :-
    !,
    check_head(Head, File, Line),
    (   Body == true
    ->  add_background(Head, Problem, Bindings, File, Line)
    ;   define(Problem, Head, File, Line),
        add_rule(Problem, (Head :- Body), File, Line, _)
    ).
add_background(Fact, Problem, Bindings, File, Line) :-
    declaring_fact(Fact),
    functor(Fact, Name, Arity),
    \+ defined(Problem, Name, Arity),
    !,
    declare(Problem, Fact, Bindings, File, Line).
add_background(Fact, Problem, Bindings, File, Line) :-
    check_head(Fact, File, Line),
    define(Problem, Fact, File, Line),
    add_fact(Fact, Problem, Bindings, File, Line).

add_fact(Fact, Problem, Bindings, File, Line) :-
    assertz(Problem:Fact),
    (   ground(Fact)
    ->  true
    ;   check_variables(Fact, Bindings, File, Line),
        functor(Fact, Name, Arity),
        assertz(general_fact_at(Problem, Name, Arity, File, Line))
    ).

check_head(Head, File, Line) :-
    (   \+ callable(Head)
    ->  kind_of(Head, Kind),
        throw(fold_error(not_a_clause, File, Line, [Kind]))
    ;   Head = _:_
    ->  goal_text(Head, Text),
        throw(fold_error(qualified_head, File, Line, [Text]))
    ;   true
    ).

%   check_variables(+Fact, +Bindings, +File, +Line)
%
%   A named variable that occurs once in a fact is taken for a capitalised constant and
%   refused, unless its name begins with _. In files of other systems it is a variable,
%   as it is for them.

check_variables(_, _, _, _) :-
    nb_getval(fold_role, Role),
    memberchk(Role, [aleph, foreign]),
    !.
check_variables(Fact, Bindings, File, Line) :-
    findall(Name, named_singleton(Fact, Bindings, Name), Names),
    (   Names = [Name|_]
    ->  quoted_with_names(Fact, Bindings, Text),
        throw(fold_error(singleton, File, Line, [Text, Name]))
    ;   true
    ).

named_singleton(Fact, Bindings, Name) :-
    term_singletons(Fact, Singletons),
    maplist(=('$once'), Singletons),
    member(Name=Variable, Bindings),
    Variable == '$once',
    \+ sub_atom(Name, 0, _, _, '_').
