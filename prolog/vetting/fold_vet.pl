:- module(fold_vet,
          [ vet/2,                      % +Problem, -Reply
            callable_builtins/2,        % +Problem, -Reply
            kind_of_predicate/3,        % +Name, +Arity, -Reply

            from_library/4,             % +Problem, +Name, +Arity, -Library
            in_prolog/1                 % +Goal
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_builtins, [safe/1, safe_builtin/2, safe_library/2]).
:- use_module('../analysis/fold_calls', [body_call/3, body_calls/3, library_member/3]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module('../loading/fold_directives', [loads_library/2, operators_of/2]).
:- use_module('../fold_modules', [call_loading/1, load_module/1]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4, trusted/1]).
:- use_module('../problem/fold_reserved', [built_in/1, core/1]).
:- use_module('../terms/fold_text', [goal_text/2, named/2, quoted/2]).

/** <module> Checking what rules call

Every rule is checked before anything is asked. A body may call what the problem's own
files define, and the built-ins of `fold_builtins`, which have no side effects. The
goals inside control structures and meta-calls are checked too; a goal that is only
known when it runs is refused. Rules of trusted files may call anything.
*/

%!  vet(+Problem, -Reply) is det.
%
%   Check all rules of Problem and import the library predicates that they call.
%   Reply has four strings for each call of one of the problem's predicates by
%   another: name and arity of the caller, and of the called.
%
%   @throws fold_error(undefined, File, Line, [Name, Arity, Similar]),
%           fold_error(unsafe, File, Line, [Name, Arity, Similar]),
%           fold_error(unknown_call, File, Line, [Text]),
%           fold_error(impure, File, Line, [Text])

:- det(vet/2).
vet(Problem, Reply) :-
    findall(Call,
            ( rule_at(Problem, Ref, File, Line),
              clause(Problem:Head, Body, Ref),
              rule_call(Problem, Head, Body, File, Line, Call)
            ),
            Calls0),
    check_repeatable(Problem),
    sort(Calls0, Calls),
    findall(Field,
            ( member(call(N1/A1, N2/A2), Calls),
              quoted(N1, Q1),
              quoted(N2, Q2),
              member(Field, [Q1, A1, Q2, A2])
            ),
            Reply).

check_repeatable(Problem) :-
    (   ( trusted(Problem) ; \+ calls_builtin(Problem) )
    ->  true
    ;   call_loading(fold_taint:check_repeatable(Problem))
    ).

%   calls_builtin(+Problem): a rule calls something that Problem does not define.

calls_builtin(Problem) :-
    rule_at(Problem, Ref, _, _),
    clause(Problem:_, Body, Ref),
    body_call(Body, Problem, Goal),
    functor(Goal, Name, Arity),
    \+ defined(Problem, Name, Arity),
    !.

rule_call(Problem, Head, Body, File, Line, call(N1/A1, N2/A2)) :-
    functor(Head, N1, A1),
    body_call(Body, Problem, Goal),
    permit(Goal, Problem, File, Line),
    functor(Goal, N2, A2).

%   permit(+Goal, +Problem, +File, +Line) is semidet.
%
%   True if Goal calls a predicate of the problem, false if it calls a safe built-in;
%   any other call is an error. The target counts as a predicate of the problem, though
%   its clauses have been taken out.

permit(Goal, Problem, _, _) :-
    trusted(Problem),
    !,
    functor(Goal, Name, Arity),
    defined(Problem, Name, Arity).
permit('$unknown'(Goal), _, File, Line) :-
    !,
    ( var(Goal) -> Text = "a variable" ; goal_text(Goal, Text) ),
    throw(fold_error(unknown_call, File, Line, [Text])).
permit(Goal, _, _, _) :-
    library_member(Goal, _, _),
    !,
    fail.
permit(Goal, Problem, _, _) :-
    functor(Goal, Name, Arity),
    (   defined(Problem, Name, Arity)
    ;   functor(Example, Name, Arity),
        example_at(Problem, _, Example, _, _)
    ),
    !.
permit(Goal, _, _, _) :-
    safe(Goal),
    !,
    fail.
permit(Goal, Problem, _, _) :-
    functor(Goal, Name, Arity),
    from_library(Problem, Name, Arity, Library),
    !,
    import_from(Library, Name/Arity, Problem),
    fail.
permit(Goal, Problem, File, Line) :-
    functor(Goal, Name, Arity),
    (   ( in_prolog(Goal) ; in_loaded_library(Problem, Name/Arity) )
    ->  Kind = unsafe
    ;   Kind = undefined
    ),
    quoted(Name, Quoted),
    ( similar(Problem, Name, Arity, Similar) -> true ; Similar = "" ),
    throw(fold_error(Kind, File, Line, [Quoted, Arity, Similar])).

%   similar(+Problem, +Name, +Arity, -Similar): a defined predicate has that name with
%   another number of arguments, or nearly that name.

similar(Problem, Name, Arity, Similar) :-
    (   defined(Problem, Name, Other),
        Other \== Arity,
        Near = Name
    ;   defined(Problem, Near, Other),
        dwim_match(Name, Near)
    ),
    quoted(Near, Quoted),
    format(string(Similar), "~s/~d", [Quoted, Other]).

%!  from_library(+Problem, +Name, +Arity, -Library) is semidet.
%
%   Rules of Problem may call Name/Arity of Library. What Prolog does not load by itself
%   must have been loaded by a directive.

from_library(Problem, Name, Arity, Library) :-
    safe_library(Library, Indicators),
    memberchk(Name/Arity, Indicators),
    ( operators_of(Library, _) -> loads_library(Problem, Library) ; true ),
    !.

%   in_loaded_library(+Problem, +Indicator) is semidet.
%
%   A library that a directive of Problem loads has this predicate.

in_loaded_library(Problem, Indicator) :-
    operators_of(Library, _),
    loads_library(Problem, Library),
    use_module(library(Library), []),
    module_property(Library, exports(Exports)),
    memberchk(Indicator, Exports),
    !.

%!  callable_builtins(+Problem, -Reply) is det.
%
%   Reply has name and arity of each built-in that a literal may call, with variables
%   for arguments: those that call one of their arguments are not among them.

callable_builtins(Problem, Reply) :-
    findall(Field,
            ( builtin_indicator(Problem, BuiltIn, Arity),
              functor(Goal, BuiltIn, Arity),
              body_calls(Goal, Problem, [Goal]),
              quoted(BuiltIn, Quoted),
              member(Field, [Quoted, Arity])
            ),
            Reply).

builtin_indicator(_, Name, Arity) :-
    safe_builtin(Name, Arities),
    member(Arity, Arities).
builtin_indicator(Problem, Name, Arity) :-
    safe_library(_, Indicators),
    member(Name/Arity, Indicators),
    from_library(Problem, Name, Arity, _).

%   import_from(+Library, +Indicator, +Problem)
%
%   Let rules of Problem call a predicate of a library, or what stands for it here.

import_from(clpfd, Indicator, Problem) :-
    load_module(fold_clpfd),
    module_property(fold_clpfd, exports(Exports)),
    memberchk(Indicator, Exports),
    !,
    @(import(fold_clpfd:Indicator), Problem).
import_from(Library, Indicator, Problem) :-
    @(use_module(library(Library), [Indicator]), Problem).

%!  kind_of_predicate(+Name:string, +Arity, -Reply) is det.
%
%   Reply says what Name/Arity is where no file defines it: "language" for a predicate
%   that no file can define, "library" for another of Prolog's, or "none".

kind_of_predicate(Name0, Arity, [Kind]) :-
    named(Name0, Name),
    functor(Goal, Name, Arity),
    (   core(Goal)
    ->  Kind = "language"
    ;   in_prolog(Goal)
    ->  Kind = "library"
    ;   Kind = "none"
    ).

%!  in_prolog(+Goal) is semidet.
%
%   Prolog or one of its libraries defines the predicate of Goal.

in_prolog(Goal) :-
    built_in(Goal),
    !.
in_prolog(Goal) :-
    functor(Goal, Name, Arity),
    catch('$find_library'(user, Name, Arity, _, _), _, fail).
