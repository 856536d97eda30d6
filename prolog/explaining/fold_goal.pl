:- module(fold_goal,
          [ goal_parts/2,               % +Text, -Reply
            parse_goal/3                % +Problem, +Text, -Goal
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_attempts, [control/1, negated/2]).
:- use_module('../problem/fold_problem', [defined/3]).
:- use_module('../terms/fold_text', [error_text/2, quoted/2, spaced/2]).
:- use_module('../theories/fold_theory', [theory_clause/3]).

/** <module> Parsing the ground atoms that users ask about
*/

%!  goal_parts(+Text:string, -Reply) is det.
%
%   Reply is the name and the arguments of the ground atom Text, as Prolog writes them.
%
%   @throws as parse_goal/3, but that it need not be defined

:- det(goal_parts/2).
goal_parts(Text, Reply) :-
    read_goal(fold_text, Text, Goal, Bindings),
    check_ground(Goal, Text, Bindings),
    goal_list(Goal, Parts),
    maplist(quoted, Parts, Reply).

goal_list(Goal, [Name|Arguments]) :-
    (   compound(Goal)
    ->  compound_name_arguments(Goal, Name, Arguments)
    ;   Name = Goal,
        Arguments = []
    ).

%!  parse_goal(+Problem, +Text:string, -Goal) is det.
%
%   Goal is the ground atom Text, of a predicate that the problem defines.
%
%   @throws fold_error(goal_syntax, ...), fold_error(goal_kind, ...),
%           fold_error(goal_variable, ...), fold_error(goal_undefined, ...)

parse_goal(Problem, Text, Goal) :-
    read_goal(Problem, Text, Goal, Bindings),
    functor(Goal, Name, Arity),
    (   defined(Problem, Name, Arity)
    ->  check_ground(Goal, Text, Bindings)
    ;   quoted(Name, Quoted),
        first_defined(Problem, Target),
        throw(fold_error(goal_undefined, '', 0, [Quoted, Arity, Target]))
    ).

%   first_defined(+Problem, -Text): the predicate of the theory's first clause.

first_defined(Problem, Text) :-
    (   theory_clause(Problem, Ref, 0)
    ->  clause(Head, _, Ref),
        strip_module(Head, _, Plain),
        functor(Plain, Name, Arity),
        spaced(Name/Arity, Text)
    ;   Text = "another predicate"
    ).

read_goal(Module, Text, Goal, Bindings) :-
    catch(first_term(Text, Goal, Rest, [module(Module), variable_names(Bindings)]),
          error(syntax_error(What), _),
          ( error_text(error(syntax_error(What), _), Message),
            throw(fold_error(goal_syntax, '', 0, [Text, Message])) )),
    (   ( \+ callable(Goal) ; Goal == end_of_file ; control(Goal) ; negated(Goal, _)
        ; \+ memberchk(Rest, ["", "."])
        )
    ->  throw(fold_error(goal_kind, '', 0, [Text]))
    ;   true
    ).

%   first_term(+Text, -Term, -Rest, +Options): Text is Term, with or without a full stop,
%   and Rest; Term is end_of_file where Text is blank.

first_term(Text, end_of_file, "", _) :-
    split_string(Text, "", " \t\n", [""]),
    !.
first_term(Text, Term, Rest, Options) :-
    string_concat(Text, "\n.", Ended),
    setup_call_cleanup(
        open_string(Ended, In),
        ( read_term(In, Term, Options),
          read_string(In, "", " \t\n", _, Rest)
        ),
        close(In)).

check_ground(Goal, Text, Bindings) :-
    (   Bindings = [Variable=_|_]
    ->  throw(fold_error(goal_variable, '', 0, [Text, Variable]))
    ;   \+ ground(Goal)
    ->  throw(fold_error(goal_variable, '', 0, [Text, '_']))
    ;   true
    ).
