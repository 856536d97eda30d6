:- module(fold_programs,
          [ program_inferences/1,       % -Reply
            hold_base_cases/3,          % +Problem, +Bases, -Reply
            derive_programs/4,          % +Problem, +Programs, +Limit, -Reply
            program_hashes/4            % +Problem, +Programs, +Limit, -Reply
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [member/2, reverse/2]).
:- use_module(fold_bodies, [walk/5]).
:- use_module(fold_careful, [parsed/2, within_limit/2]).
:- use_module(fold_instances, [instance/2, negative/3, positive/3]).
:- use_module(fold_masks, [few_outputs/3, merged/2]).
:- use_module(fold_problem, []).

/** <module> Recursive programs, judged by what they derive

A program for a target is some clauses that do not call it, the base cases, and some
that do, once each. A question has the inputs of the target, an answer the outputs. All
base cases that are thought of are judged at once: an answer carries a mask, an integer
with a bit for each base case that leads to it. Since a clause calls the target once,
what several base cases derive together is what each of them derives.
*/

:- dynamic
    bases/4,                            % Problem, X, Y, Nodes
    base_answers/2.                     % Problem, Trie: X to pairs Y-Mask

question_limit(1 000).                  % questions that one example leads to

fold_problem:forget(Problem) :-
    forget_base_answers(Problem),
    retractall(bases(Problem, _, _, _)).

forget_base_answers(Problem) :-
    forall(retract(base_answers(Problem, Trie)), trie_destroy(Trie)).

%!  program_inferences(-Reply) is det.
%
%   Reply is how many inferences have been made so far.

program_inferences([Count]) :-
    statistics(inferences, Count).

%!  hold_base_cases(+Problem, +Bases, -Reply) is det.
%
%   Bases is bases(X, Y, Nodes), nodes as in body_answers/3 with Y as their values: the
%   base cases of the programs that are derived from now on. Reply is empty.

:- det(hold_base_cases/3).
hold_base_cases(Name, Text, []) :-
    atom_string(Problem, Name),
    parsed(Text, bases(X, Y, Nodes)),
    forget_base_answers(Problem),
    retractall(bases(Problem, _, _, _)),
    assertz(bases(Problem, X, Y, Nodes)),
    trie_new(Trie),
    assertz(base_answers(Problem, Trie)).

%!  derive_programs(+Problem, +Programs, +Limit, -Reply) is det.
%
%   Programs is programs(X, Y, List). A program is a list of clauses r(Before, X1, Y1,
%   Kept, After): goals from X to the inputs X1 of the call, the outputs Y1 of the call,
%   what the goals After need of those before, and goals from there to Y. Reply has for
%   each program an empty string if with no base case it derives all positives, within
%   Limit inferences; else masks in hexadecimal digits: one for each positive, then those
%   of base cases that lead to a negative, and to another output of a positive's inputs,
%   then "cyclic" if a question leads to itself, else "ordered".

:- det(derive_programs/4).
derive_programs(Name, Text, Limit, Reply) :-
    atom_string(Problem, Name),
    parsed(Text, programs(X, Y, Programs)),
    held_bases(Problem, Base),
    maplist(judged(masks, Problem, Base, X, Y, Limit), Programs, Reply).

held_bases(Problem, base(X, Y, Nodes, Known)) :-
    bases(Problem, X, Y, Nodes),
    base_answers(Problem, Known).

%!  program_hashes(+Problem, +Programs, +Limit, -Reply) is det.
%
%   Programs is as in derive_programs/4, each with the mask of its base cases before it,
%   as Mask-Clauses. Reply has for each a hash of its answers on all instances, or an
%   empty string if it takes too long.

:- det(program_hashes/4).
program_hashes(Name, Text, Limit, Reply) :-
    atom_string(Problem, Name),
    parsed(Text, programs(X, Y, Programs)),
    held_bases(Problem, Base),
    maplist(hashed(Problem, Base, X, Y, Limit), Programs, Reply).

hashed(Problem, Base, X, Y, Limit, Mask-Clauses, Reply) :-
    judged(all_answers(Mask), Problem, Base, X, Y, Limit, Clauses, Reply).

all_answers(Mask, Run, [Hash]) :-
    Run = run(Problem, _, _, _, _, _, _),
    nb_setval(fold_cyclic, ordered),
    findall(X, instance(Problem, X), Instances),
    maplist(outputs(Run, Mask), Instances, Outputs),
    term_hash(Outputs, Hash).

outputs(Run, Mask, X, Ys) :-
    answers(X, Run, Pairs),
    findall(Y, ( member(Y-Own, Pairs), Own /\ Mask =\= 0 ), Ys).

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

masks(Run, Masks) :-
    Run = run(Problem, _, _, _, _, _, _),
    nb_setval(fold_cyclic, ordered),
    findall(X-Ys, positive(Problem, X, Ys), Positives),
    positive_masks(Positives, Run, Masks, Last, 0, Others),
    findall(X-Y, negative(Problem, X, Y), Negatives),
    foldl(negative_mask(Run), Negatives, 0, Negative),
    nb_getval(fold_cyclic, Order),
    format(atom(NegativeText), "~16r", [Negative]),
    format(atom(OthersText), "~16r", [Others]),
    Last = [NegativeText, OthersText, Order].

positive_masks([], _, Last, Last, Others, Others).
positive_masks([X-Ys|Rest], Run, Masks, Last, Others0, Others) :-
    answers(X, Run, Pairs),
    output_masks(Ys, Pairs, Masks, Masks1),
    foldl(other_mask(Ys), Pairs, Others0, Others1),
    positive_masks(Rest, Run, Masks1, Last, Others1, Others).

output_masks([], _, Masks, Masks).
output_masks([Y|Ys], Pairs, [Text|Masks], Last) :-
    memberchk(Y-Mask, Pairs),
    format(atom(Text), "~16r", [Mask]),
    output_masks(Ys, Pairs, Masks, Last).

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

%   answers(+X, +Run, -Pairs)
%
%   Pairs has each output for the inputs X with its mask. All questions that X leads to
%   are found first, each after those that it needs. Where a question leads to itself,
%   all are answered again until nothing changes, unless goals after a call may make
%   ever more of its outputs.

answers(X, Run, Pairs) :-
    Run = run(_, _, _, _, _, _, Values),
    (   trie_lookup(Values, X, Pairs)
    ->  true
    ;   nb_setval(fold_questions, 0),
        ask([X], Run, [], Asked, ordered, Order),
        reverse(Asked, Questions),
        answer_all(Order, Questions, Run),
        trie_lookup(Values, X, Pairs)
    ).

%   ask(+Questions, +Run, +Asked0, -Asked, +Order0, -Order)
%
%   Calls whose inputs are larger terms than those of the question would never end.

ask([], _, Asked, Asked, Order, Order).
ask([X|Xs], Run, Asked0, Asked, Order0, Order) :-
    Run = run(_, _, _, _, _, Edges, _),
    (   trie_lookup(Edges, X, Found)
    ->  (   Found = open
        ->  Order1 = cyclic,
            nb_setval(fold_cyclic, cyclic)
        ;   Order1 = Order0
        ),
        ask(Xs, Run, Asked0, Asked, Order1, Order)
    ;   count_question,
        trie_insert(Edges, X, open),
        calls(X, Run, Calls),
        findall(X1, member(call(_, X1, _), Calls), Next),
        term_size(X, Size),
        \+ ( member(X1, Next), term_size(X1, Size1), Size1 > Size ),
        ask(Next, Run, Asked0, Asked1, Order0, Order1),
        trie_update(Edges, X, Calls),
        ask(Xs, Run, [X|Asked1], Asked, Order1, Order)
    ).

count_question :-
    nb_getval(fold_questions, Count0),
    Count is Count0 + 1,
    nb_setval(fold_questions, Count),
    question_limit(Limit),
    ( Count > Limit -> throw(too_many_questions) ; true ).

calls(Instance, run(Problem, _, X, _, Clauses, _, _), Calls) :-
    findall(call(Number, X1, Kept),
            ( X = Instance,
              clause_at(Clauses, 1, Number, r(Before, X1, _, Kept, _)),
              run_goals(Before, Problem)
            ),
            Calls0),
    sort(Calls0, Calls),
    ground(Calls).

clause_at([Clause|_], Number, Number, Clause).
clause_at([_|Clauses], Number0, Number, Clause) :-
    Number1 is Number0 + 1,
    clause_at(Clauses, Number1, Number, Clause).

run_goals([], _).
run_goals([Goal|Goals], Problem) :-
    Problem:Goal,
    run_goals(Goals, Problem).

answer_all(ordered, Questions, Run) :-
    answer_once(Questions, Run, false, _).
answer_all(cyclic, Questions, Run) :-
    Run = run(_, _, _, _, Clauses, _, _),
    \+ ( member(r(_, _, _, _, After), Clauses), After \== [] ),
    answer_until_same(Questions, Run).

answer_until_same(Questions, Run) :-
    answer_once(Questions, Run, false, Changed),
    ( Changed == true -> answer_until_same(Questions, Run) ; true ).

answer_once([], _, Changed, Changed).
answer_once([X|Xs], Run, Changed0, Changed) :-
    Run = run(_, _, _, _, _, _, Values),
    answer(X, Run, Pairs),
    (   trie_lookup(Values, X, Pairs0)
    ->  (   Pairs0 == Pairs
        ->  Changed1 = Changed0
        ;   trie_update(Values, X, Pairs),
            Changed1 = true
        )
    ;   trie_insert(Values, X, Pairs),
        Changed1 = true
    ),
    answer_once(Xs, Run, Changed1, Changed).

answer(X, Run, Pairs) :-
    Run = run(Problem, Base, _, Y, Clauses, Edges, Values),
    base_pairs(X, Problem, Base, First),
    trie_lookup(Edges, X, Calls),
    findall(Y-Mask,
            ( member(call(Number, X1, Kept), Calls),
              trie_lookup(Values, X1, Pairs1),
              member(Y1-Mask, Pairs1),
              clause_at(Clauses, 1, Number, r(_, _, Y1, Kept, After)),
              run_goals(After, Problem)
            ),
            More,
            First),
    ground(More),
    merged(More, Merged),
    few_outputs(Problem, Merged, Pairs).

%   base_pairs(+X, +Problem, +Base, -Pairs): the outputs of the base cases alone.

base_pairs(Instance, Problem, base(X, Y, Nodes, Known), Pairs) :-
    (   trie_lookup(Known, Instance, Pairs)
    ->  true
    ;   within_limit(How, base_found(Instance, Problem, X, Y, Nodes, How, Found)),
        merged(Found, Pairs),
        trie_insert(Known, Instance, Pairs)
    ).

base_found(Instance, Problem, X, Y, Nodes, How, Found) :-
    findall(Y-Mask,
            ( X = Instance,
              walk(Nodes, Problem, How, Number, Values),
              Values \== bad,
              ground(Y),
              Mask is 1 << Number
            ),
            Found).
