:- module(fold_programs,
          [ program_inferences/1,       % -Reply
            hold_base_cases/3,          % +Problem, +Bases, -Reply
            held_bases/2,               % +Problem, -Base
            derive_programs/6,          % +Problem, +Programs, +Limit, +Left, +How, -Reply
            program_outputs/5           % +Problem, +Program, +Limit, +Where, -Reply
          ]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(fold_limits, [parse_term/2]).
:- use_module(fold_derivations, [answers/3]).
:- use_module(fold_instances, [functional/1, instance/2, negative/3, positive/3]).
:- use_module(fold_parts, [is_in_part/2, part/2, within_part/5]).
:- use_module('../problem/fold_problem', []).
:- use_module(fold_variants, [instance_or_variant/2]).

/** <module> Recursive programs, judged by what they derive

A program for a target is some clauses that do not call it, the base cases, and some
that do. All base cases that are thought of are judged at once: an answer carries a mask,
an integer with a bit for each choice of base cases that leads to it. Where no clause
calls the target twice, what several base cases derive together is what each of them
derives, and a choice is one base case.
*/

:- dynamic
    bases/5,                            % Problem, X, Y, Nodes, Masks
    base_answers/2.                     % Problem, Trie: X to pairs Y-Mask

fold_problem:forget(Problem) :-
    forget_base_answers(Problem),
    retractall(bases(Problem, _, _, _, _)).

forget_base_answers(Problem) :-
    forall(retract(base_answers(Problem, Trie)), trie_destroy(Trie)).

%!  program_inferences(-Reply) is det.
%
%   Reply is how many inferences have been made so far.

program_inferences([Count]) :-
    statistics(inferences, Count).

%!  hold_base_cases(+Problem, +Bases, -Reply) is det.
%
%   Bases is bases(X, Y, Nodes, Masks), as in fold_derivations: the base cases of the
%   programs that are derived from now on. Reply is empty.

:- det(hold_base_cases/3).
hold_base_cases(Problem, Text, []) :-
    parse_term(Text, bases(X, Y, Nodes, Masks)),
    forget_base_answers(Problem),
    retractall(bases(Problem, _, _, _, _)),
    assertz(bases(Problem, X, Y, Nodes, Masks)),
    trie_new(Trie),
    assertz(base_answers(Problem, Trie)).

%!  derive_programs(+Problem, +Programs, +Limit, +Left, +How, -Reply) is det.
%
%   Programs is programs(X, Y, List), where a program is a list of clauses as in
%   fold_derivations. Reply has for each program masks in hexadecimal digits: one for
%   each positive, then those of choices that lead to a negative, and to another output
%   of a positive's inputs.
%   It is empty for a program that raises an error or needs more than Limit inferences,
%   for those that come after Left inferences, and, where How is "whole", for one that with no choice derives all positives. Else
%   How is "partly", or "briefly": by the smallest positives alone, if these have one
%   output each.

:- det(derive_programs/6).
derive_programs(Problem, Text, Limit, Left, How0, Reply) :-
    atom_string(How, How0),
    statistics(inferences, Count),
    Last is Count + Left,
    parse_term(Text, programs(X, Y, Programs)),
    held_bases(Problem, Base),
    maplist(judged_until(Last, How, Problem, Base, X, Y, Limit), Programs, Reply).

judged_until(Last, How, Problem, Base, X, Y, Limit, Clauses, Reply) :-
    statistics(inferences, Count),
    (   Count > Last
    ->  Reply = ""
    ;   judged(masks(How), Problem, Base, X, Y, Limit, Clauses, Reply)
    ).

%!  held_bases(+Problem, -Base) is det.
%
%   Base are the base cases of programs, as in fold_derivations.

held_bases(Problem, base(X, Y, Nodes, Masks, Known)) :-
    bases(Problem, X, Y, Nodes, Masks),
    base_answers(Problem, Known).

%!  program_outputs(+Problem, +Program, +Limit, +Where, -Reply) is det.
%
%   Program is program(X, Y, Clauses), whose base cases are all that are held. Reply is a
%   hash of its outputs, or "-" for none, on each instance and on those with a list whose
%   first element is doubled, or where Where is "parts", on each instance in each part of
%   the background; an empty string if it takes too long.

:- det(program_outputs/5).
program_outputs(Problem, Text, Limit, Where, [Reply]) :-
    parse_term(Text, program(X, Y, Clauses)),
    held_bases(Problem, Base),
    ( Where = "parts" -> How = part_answers ; How = all_answers ),
    judged(How, Problem, Base, X, Y, Limit, Clauses, Reply).

all_answers(Run, Hashes) :-
    Run = run(Problem, _, _, _, _, _, _),
    findall(X, instance_or_variant(Problem, X), Xs),
    maplist(outputs_hash(Run), Xs, Hashes).

part_answers(run(Problem, Base, X, Y, Clauses0, _, _), Hashes) :-
    Base = base(BaseX, BaseY, Nodes0, Masks, _),
    within_part(Problem, Nodes0, Clauses0, Nodes, Clauses),
    findall(Hash,
            ( part(Problem, Hidden),
              nb_setval(fold_hidden, Hidden),
              setup_call_cleanup(
                  maplist(trie_new, [Known, Edges, Values]),
                  part_hashes(run(Problem, base(BaseX, BaseY, Nodes, Masks, Known),
                                  X, Y, Clauses, Edges, Values), Hidden, Part),
                  maplist(trie_destroy, [Known, Edges, Values])),
              member(Hash, Part)
            ),
            Hashes).

part_hashes(Run, Hidden, Hashes) :-
    Run = run(Problem, _, _, _, _, _, _),
    findall(X, ( instance(Problem, X), is_in_part(Hidden, X) ), Xs),
    maplist(outputs_hash(Run), Xs, Hashes).

outputs_hash(Run, X, Hash) :-
    (   answers(X, Run, Pairs),
        Pairs \== []
    ->  pairs_keys(Pairs, Ys),
        term_hash(Ys, Hash)
    ;   Hash = (-)
    ).

judged(How, Problem, Base, X, Y, Limit, Clauses, Reply) :-
    setup_call_cleanup(
        ( trie_new(Edges), trie_new(Values) ),
        derived(How, run(Problem, Base, X, Y, Clauses, Edges, Values), Limit, Reply),
        ( trie_destroy(Edges), trie_destroy(Values) )).

derived(How, Run, Limit, Reply) :-
    (   catch(call_with_inference_limit(call(How, Run, Masks), Limit, Result),
              Error,
              ( harmless(Error), fail )),
        Result \== inference_limit_exceeded
    ->  atomic_list_concat(Masks, ' ', Atom),
        atom_string(Atom, Reply)
    ;   Reply = ""
    ).

%   harmless(+Error): the program is at fault, or asks too much. Other errors go on.

harmless(error(_, _)) :- !.
harmless(too_many_questions) :- !.
harmless(Error) :-
    throw(Error).

masks(How, Run, Masks) :-
    Run = run(Problem, _, _, _, _, _, _),
    judging(How, Problem, Positives, Negatives),
    positive_masks(Positives, How, Run, Masks, Last, 0, Others),
    foldl(negative_mask(Run), Negatives, 0, Negative),
    format(atom(NegativeText), "~16r", [Negative]),
    format(atom(OthersText), "~16r", [Others]),
    Last = [NegativeText, OthersText].

brief_positives(8).

judging(briefly, Problem, Positives, []) :-
    functional(Problem),
    !,
    brief_positives(Most),
    once(findnsols(Most, X-Ys, positive(Problem, X, Ys), Positives)).
judging(_, Problem, Positives, Negatives) :-
    findall(X-Ys, positive(Problem, X, Ys), Positives),
    findall(X-Y, negative(Problem, X, Y), Negatives).

positive_masks([], _, _, Last, Last, Others, Others).
positive_masks([X-Ys|Rest], How, Run, Masks, Last, Others0, Others) :-
    answers(X, Run, Pairs),
    output_masks(Ys, How, Pairs, Masks, Masks1),
    foldl(other_mask(Ys), Pairs, Others0, Others1),
    positive_masks(Rest, How, Run, Masks1, Last, Others1, Others).

output_masks([], _, _, Masks, Masks).
output_masks([Y|Ys], How, Pairs, [Text|Masks], Last) :-
    (   memberchk(Y-Mask, Pairs)
    ->  true
    ;   How \== whole,
        Mask = 0
    ),
    format(atom(Text), "~16r", [Mask]),
    output_masks(Ys, How, Pairs, Masks, Last).

other_mask(Ys, Y-Mask, Others0, Others) :-
    (   memberchk(Y, Ys)
    ->  Others = Others0
    ;   Others is Others0 \/ Mask
    ).

negative_mask(Run, X-Y, Mask0, Mask) :-
    answers(X, Run, Pairs),
    (   memberchk(Y-Own, Pairs)
    ->  Mask is Mask0 \/ Own
    ;   Mask = Mask0
    ).
