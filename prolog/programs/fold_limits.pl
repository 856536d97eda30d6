:- module(fold_limits,
          [ first_answers/1,            % :Goal
            within_limit/2,             % ?How, :Goal
            answer_limit/1,             % -Count
            parse_term/2                % +Text, -Term
          ]).
:- use_module(library(lists), [member/2]).

/** <module> Calls with limits on inferences and answers

Goals of candidate bodies may not end. They are called for the answers that come within
limits of inferences, so that what a body answers does not depend on the machine.
*/

:- meta_predicate
    first_answers(0),
    within_limit(?, 0).

%!  answer_limit(-Count) is det.
%
%   The most answers of one goal that are looked at.

answer_limit(50).

goal_limit(20 000).                     % inferences for all answers of one goal
instance_limit(500 000).                % inferences for all bodies and one instance

%!  within_limit(?How, :Goal) is semidet.
%
%   Call Goal once with How bound to `call`, or to `first_answers` if that takes more
%   inferences than are allowed for one instance.

within_limit(How, Goal) :-
    instance_limit(Limit),
    member(How, [call, first_answers]),
    call_with_inference_limit(Goal, Limit, Result),
    Result \== inference_limit_exceeded,
    !.

%!  first_answers(:Goal) is nondet.
%
%   The first answers of Goal, up to answer_limit/1, that come within goal_limit/1
%   inferences.

first_answers(Goal) :-
    goal_limit(Limit),
    answer_limit(Answers),
    findnsols(Answers, Goal, limited(Goal, Limit), Found),
    !,
    member(Goal, Found).

limited(Goal, Limit) :-
    call_with_inference_limit(Goal, Limit, Result),
    ( Result == inference_limit_exceeded -> !, fail ; true ).

%!  parse_term(+Text, -Term) is det.
%
%   Read a term with no operators but the standard ones.

parse_term(Text, Term) :-
    term_string(Term, Text, [module(fold_text)]).
