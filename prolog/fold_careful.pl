:- module(fold_careful,
          [ careful/1,                  % :Goal
            within_limit/2,             % ?How, :Goal
            answer_limit/1,             % -Count
            parsed/2                    % +Text, -Term
          ]).
:- use_module(library(lists), [member/2]).

/** <module> Goals that may have no end, called for as much as comes soon */

:- meta_predicate
    careful(0),
    within_limit(?, 0).

%!  answer_limit(-Count) is det.
%
%   Answers of one goal that are looked at.

answer_limit(50).

goal_limit(20 000).                     % inferences for all answers of one goal
instance_limit(500 000).                % inferences for all bodies and one instance

%!  within_limit(?How, :Goal) is semidet.
%
%   Call Goal once with How bound to call, or to careful if that takes too long.

within_limit(How, Goal) :-
    instance_limit(Limit),
    member(How, [call, careful]),
    call_with_inference_limit(Goal, Limit, Result),
    Result \== inference_limit_exceeded,
    !.

%!  careful(:Goal) is nondet.
%
%   The first answers of Goal, as many as come soon.

careful(Goal) :-
    goal_limit(Limit),
    answer_limit(Answers),
    findnsols(Answers, Goal, limited(Goal, Limit), Found),
    !,
    member(Goal, Found).

limited(Goal, Limit) :-
    call_with_inference_limit(Goal, Limit, Result),
    ( Result == inference_limit_exceeded -> !, fail ; true ).

%!  parsed(+Text, -Term) is det.
%
%   Read a term with no operators but the standard ones.

parsed(Text, Term) :-
    setup_call_cleanup(
        open_string(Text, In),
        read_term(In, Term, [module(fold_text)]),
        close(In)).
