:- module(fold_reserved,
          [ definable/3,                % +Head, +File, +Line
            built_in/1,                 % +Head
            core/1,                     % +Head
            hook/2                      % ?Name, ?Arity
          ]).
:- use_module(fold_text, [quoted/2]).

/** <module> What a file may define

Most names are free, those of libraries and of built-ins beyond the standard among
them. What the standard defines, what assertz/1 would take for something other than a
fact, and hooks by which a file would take part in loading, are not.
*/

%!  definable(+Head, +File, +Line) is det.
%
%   @throws fold_error(not_a_clause, File, Line, [What]),
%           fold_error(redefine, File, Line, [Indicator]),
%           fold_error(hook, File, Line, [Indicator]),
%           fold_error(arrow, File, Line, [])

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
    functor(Head, '.', 2),
    !,
    throw(fold_error(full_stop, File, Line, [])).
definable(Head, File, Line) :-
    functor(Head, Name, Arity),
    (   arrow(Name, Arity)
    ->  throw(fold_error(arrow, File, Line, [Name]))
    ;   hook(Name, Arity)
    ->  throw(fold_error(hook, File, Line, [Name/Arity]))
    ;   ( core(Head) ; sub_atom(Name, 0, _, _, $) )
    ->  quoted(Name/Arity, Text),
        throw(fold_error(redefine, File, Line, [Text]))
    ;   true
    ).

%!  core(+Head) is semidet.
%
%   Head is of the language itself.

core(Head) :-
    functor(Head, Name, Arity),
    control(Name, Arity),
    !.
core(Head) :-
    '$get_predicate_attribute'(system:Head, iso, 1),
    !.

%!  built_in(+Head) is semidet.
%
%   Prolog has Head built in; looking loads no library.

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
control(not, 1).                        % what rules are looked through for
control(tnot, 1).
control(forall, 2).
control(ignore, 1).
control(findall, 4).

arrow(=>, 2).
arrow('?=>', 2).
arrow('==>', 2).

%!  hook(?Name, ?Arity) is nondet.
%
%   Prolog itself would call this while it loads.

hook(term_expansion, 2).
hook(term_expansion, 4).
hook(goal_expansion, 2).
hook(goal_expansion, 4).
hook(message_hook, 3).
hook(prolog_load_file, 2).
hook(prolog_exception_hook, 4).
