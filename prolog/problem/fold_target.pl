:- module(fold_target,
          [ indicator/2,                % +Text, -Reply
            set_target/5                % +Problem, +Name, +Arity, +Adopt, -Reply
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_problem, [defined/3, make_local/2, rule_at/4]).
:- use_module(fold_reserved, [definable/3]).
:- use_module('../terms/fold_text', [named/2, quoted/2, spaced/2]).

/** <module> The predicate to be learned

Its clauses are taken out of the background, so that no rule that is asked can see
them. Its facts may become the positive examples.
*/

%!  indicator(+Text:string, -Reply) is det.
%
%   Read "name/arity" as given by a user. Reply is name and arity, or empty if
%   Text is something else. The name is read by itself because it may be an operator.

indicator(Text, Reply) :-
    (   sub_string(Text, Before, 1, After, "/"),
        sub_string(Text, _, After, 0, ArityText),
        number_string(Arity, ArityText),
        sub_string(Text, 0, Before, _, NameText),
        catch(term_string(Name, NameText, [module(fold_text)]), _, fail),
        atom(Name),
        integer(Arity),
        between(0, 1024, Arity)
    ->  quoted(Name, Quoted),
        Reply = [Quoted, Arity]
    ;   Reply = []
    ).

%!  set_target(+Problem, +Name, +Arity, +Adopt, -Reply) is det.
%
%   Take the clauses of Name/Arity out of the background. With Adopt "true" its facts
%   become positive examples. Reply is the number of facts and of rules taken out.
%
%   @throws fold_error(not_ground, '', 0, [Text, '_']) for a fact with variables, and
%           what definable/3 throws

:- det(set_target/5).
set_target(Problem, Name0, Arity, Adopt, [Facts, Rules]) :-
    named(Name0, Name),
    functor(Head, Name, Arity),
    check_target(Problem, Head),
    take_out(Problem, Head, Atoms, Rules),
    make_local(Problem, Head),
    length(Atoms, Facts),
    (   Adopt == "true"
    ->  forall(member(Atom, Atoms), adopt(Problem, Atom))
    ;   true
    ).

check_target(Problem, Head) :-
    functor(Head, Name, Arity),
    functor(Example, Name, Arity),
    (   example_at(Problem, _, Example, File, Line)
    ->  true
    ;   File = '',
        Line = 0
    ),
    definable(Head, File, Line).

%   take_out(+Problem, +Head, -Atoms, -Rules)
%
%   Delete the predicate of Head, of which there were the facts Atoms and so many Rules.
%   A file that is trusted may have made it static, so no clause is erased by itself.

take_out(Problem, Head, Atoms, Rules) :-
    functor(Head, Name, Arity),
    (   defined(Problem, Name, Arity)
    ->  findall(Head,
                ( clause(Problem:Head, true, Ref), \+ rule_at(Problem, Ref, _, _) ),
                Atoms),
        findall(Ref,
                ( clause(Problem:Head, _, Ref), rule_at(Problem, Ref, _, _) ),
                Refs),
        forall(member(Ref, Refs), retractall(rule_at(Problem, Ref, _, _))),
        length(Refs, Rules),
        abolish(Problem:Name/Arity),
        retractall(defined(Problem, Name, Arity))
    ;   Atoms = [],
        Rules = 0
    ).

adopt(Problem, Atom) :-
    (   ground(Atom)
    ->  assertz(example_at(Problem, pos, Atom, '', 0))
    ;   spaced(Atom, Text),
        throw(fold_error(not_ground, '', 0, [Text, '_']))
    ).
