:- module(fold_reserved,
          [ definable/3,                % +Head, +File, +Line
            built_in/1,                 % +Head
            core/1,                     % +Head
            hook/2                      % ?Name, ?Arity
          ]).
:- use_module('../terms/fold_text', [spaced/2]).

/** <module> Which predicates a file may define

A file may define most predicates, those of libraries and built-ins that are not of the
ISO standard among them. It may not define what the standard defines, what assertz/1
takes for something other than a fact, and hooks that Prolog calls by itself.
*/

%   max_arity(-Arity): a language with more arguments is not searched in any time.

max_arity(255).

%!  definable(+Head, +File, +Line) is det.
%
%   Check that a file may define the predicate of Head.
%
%   @throws fold_error(not_a_clause, File, Line, [What]),
%           fold_error(arity, File, Line, [Name, Arity, Max]),
%           fold_error(full_stop, File, Line, []),
%           fold_error(arrow, File, Line, [Name]),
%           fold_error(joined, File, Line, [Name]),
%           fold_error(hook, File, Line, [Indicator]),
%           fold_error(redefine, File, Line, [Indicator])

:- det(definable/3).
definable(Head, File, Line) :-
    compound(Head),
    compound_name_arity(Head, Name, Arity),
    (   Arity =:= 0
    ->  What = "a term with empty brackets"
    ;   \+ atom(Name)
    ->  What = "a term without a name"
    ),
    !,
    throw(fold_error(not_a_clause, File, Line, [What])).
definable(Head, File, Line) :-
    functor(Head, Name, Arity),
    max_arity(Max),
    Arity > Max,
    !,
    throw(fold_error(arity, File, Line, [Name, Arity, Max])).
definable(Head, File, Line) :-
    functor(Head, '.', 2),
    !,
    throw(fold_error(full_stop, File, Line, [])).
definable(Head, File, Line) :-
    functor(Head, Name, Arity),
    (   ( arrow(Name, Arity) ; Name/Arity == (:=)/2, \+ ground(Head) )
    ->  throw(fold_error(arrow, File, Line, [Name]))
    ;   Arity =:= 2, memberchk(Name, [',', ;])
    ->  throw(fold_error(joined, File, Line, [Name]))
    ;   hook(Name, Arity)
    ->  throw(fold_error(hook, File, Line, [Name/Arity]))
    ;   ( core(Head) ; sub_atom(Name, 0, _, _, $) )
    ->  spaced(Name/Arity, Text),
        throw(fold_error(redefine, File, Line, [Text]))
    ;   true
    ).

%!  core(+Head) is semidet.
%
%   The predicate of Head is of the language itself: of the ISO standard, or one that
%   `fold_calls` looks through for calls.

core(Head) :-
    functor(Head, Name, Arity),
    control(Name, Arity),
    !.
core(Head) :-
    '$get_predicate_attribute'(system:Head, iso, 1),
    !.

%!  built_in(+Head) is semidet.
%
%   The predicate of Head is built in. No library is loaded to find out.

built_in(Head) :-
    '$get_predicate_attribute'(system:Head, defined, 1),
    !.

control(:-, 1).
control(:-, 2).
control(?-, 1).
control(-->, 2).
control(:, 2).
control(@, 2).
control(',', 2).
control(;, 2).
control('|', 2).
control(->, 2).
control(*->, 2).
control(\+, 1).
control(!, 0).
control(^, 2).
control({}, 1).
control([], 0).
control('[|]', 2).
control(call, Arity) :- Arity > 0.
control(not, 1).
control(tnot, 1).
control(forall, 2).
control(ignore, 1).
control(findall, 4).

arrow(=>, 2).
arrow('?=>', 2).
arrow('==>', 2).

%!  hook(?Name, ?Arity) is nondet.
%
%   Prolog itself calls Name/Arity while it loads a file, looks for a library, or
%   answers a query: a fact alone could make it run something.

hook(term_expansion, 2).
hook(term_expansion, 4).
hook(goal_expansion, 2).
hook(goal_expansion, 4).
hook(dcg_translate_rule, 2).
hook(dcg_translate_rule, 4).
hook(expand_answer, 2).
hook(expand_query, 4).
hook(file_search_path, 2).
hook(library_directory, 1).
hook(message_hook, 3).
hook(prolog_event_hook, 1).
hook(prolog_file_type, 2).
hook(prolog_load_file, 2).
hook(prolog_exception_hook, 4).
