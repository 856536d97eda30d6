:- module(fold_derivations,
          [ answers/3,                  % +X, +Run, -Pairs
            base_pairs/4,               % +X, +Problem, +Base, -Pairs
            run_goals/2                 % +Goals, +Problem
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(fold_bodies, [walk/5]).
:- use_module(fold_limits, [within_limit/2]).
:- use_module(fold_instances, [largest_number/2]).
:- use_module(fold_masks, [few_outputs/3, merged/2]).

/** <module> What one recursive program answers to a question

A question has the inputs of the target, an answer the outputs. An answer carries a mask,
an integer with a bit for each choice of base cases that leads to it.

A run is run(Problem, Base, X, Y, Clauses, Edges, Values): the lists X and Y are the
head's inputs and outputs, Edges is a trie from questions to the calls that they make,
and Values one from questions to pairs Output-Mask. Base is base(X, Y, Nodes, Masks,
Known): the nodes of all base cases, as in body_answers/3 with Y as their values, a term
whose arguments are their masks and last that of all choices, and a trie from questions
to what they answer. A clause is r(Before, Xs, Ys, Kept, After): goals from X to the
inputs Xs of its calls, the outputs Ys of these, what the goals After need of those
before, and goals from there to Y. Instead of outputs, a negated call has the atom no.
*/

question_limit(1 000).                  % questions that one example leads to
output_limit(100 000).                  % cells of all outputs of one question

%!  answers(+X, +Run, -Pairs) is semidet.
%
%   Pairs has each output for the inputs X with its mask. All questions that X leads to
%   are found first, each after those that it needs. Where a question leads to itself,
%   all are answered again until nothing changes, unless goals after a call may make
%   ever more of its outputs, or a call is negated.
%
%   @throws too_many_questions

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
%   Calls whose inputs are larger terms than those of the question would never end, nor
%   would those whose numbers get ever larger.

ask([], _, Asked, Asked, Order, Order).
ask([X|Xs], Run, Asked0, Asked, Order0, Order) :-
    Run = run(_, _, _, _, _, Edges, _),
    (   trie_lookup(Edges, X, Found)
    ->  (   Found = open
        ->  Order1 = cyclic
        ;   Order1 = Order0
        ),
        ask(Xs, Run, Asked0, Asked, Order1, Order)
    ;   count_question,
        trie_insert(Edges, X, open),
        calls(X, Run, Calls),
        questions(Calls, Next),
        term_size(X, Size),
        \+ ( member(X1, Next), too_large(X1, Size, Run) ),
        ask(Next, Run, Asked0, Asked1, Order0, Order1),
        trie_update(Edges, X, Calls),
        ask(Xs, Run, [X|Asked1], Asked, Order1, Order)
    ).

questions([], []).
questions([call(_, Xs, _)|Calls], Questions) :-
    append(Xs, Rest, Questions),
    questions(Calls, Rest).

too_large(X, Most, _) :-
    term_size(X, Size),
    Size > Most.
too_large(X, _, run(Problem, _, _, _, _, _, _)) :-
    member(Number, X),
    integer(Number),
    largest_number(Problem, Largest),
    abs(Number) > Largest.

count_question :-
    nb_getval(fold_questions, Count0),
    Count is Count0 + 1,
    nb_setval(fold_questions, Count),
    question_limit(Limit),
    ( Count > Limit -> throw(too_many_questions) ; true ).

calls(Instance, run(Problem, _, X, _, Clauses, _, _), Calls) :-
    findall(call(Number, Xs, Kept),
            ( X = Instance,
              clause_at(Clauses, 1, Number, r(Before, Xs, _, Kept, _)),
              run_goals(Before, Problem)
            ),
            Calls0),
    sort(Calls0, Calls),
    ground(Calls).

clause_at([Clause|_], Number, Number, Clause).
clause_at([_|Clauses], Number0, Number, Clause) :-
    Number1 is Number0 + 1,
    clause_at(Clauses, Number1, Number, Clause).

%!  run_goals(+Goals, +Problem) is nondet.

run_goals([], _).
run_goals([Goal|Goals], Problem) :-
    Problem:Goal,
    run_goals(Goals, Problem).

answer_all(ordered, Questions, Run) :-
    answer_once(Questions, Run, false, _).
answer_all(cyclic, Questions, Run) :-
    Run = run(_, _, _, _, Clauses, _, _),
    \+ ( member(r(_, _, Ys, _, After), Clauses), ( After \== [] ; memberchk(no, Ys) ) ),
    length(Questions, Count),
    answer_until_same(Count, Questions, Run).

%   answer_until_same(+Rounds, +Questions, +Run): what one question passes to another
%   reaches all of them after as many rounds as there are questions. More are needed
%   only where outputs are cleared that came together; that may go on for ever.

answer_until_same(Rounds, Questions, Run) :-
    answer_once(Questions, Run, false, Changed),
    (   Changed == true
    ->  Rounds > 0,
        Rounds1 is Rounds - 1,
        answer_until_same(Rounds1, Questions, Run)
    ;   true
    ).

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
    every_choice(Base, Every),
    trie_lookup(Edges, X, Calls),
    findall(Y-Mask,
            ( member(call(Number, Xs, Kept), Calls),
              clause_at(Clauses, 1, Number, r(_, _, Ys, Kept, After)),
              call_outputs(Xs, Ys, Values, Every, Mask),
              run_goals(After, Problem)
            ),
            More,
            First),
    ground(More),
    term_size(More, Size),
    output_limit(Limit),
    ( Size > Limit -> throw(too_many_questions) ; true ),
    merged(More, Merged),
    few_outputs(Problem, Merged, Pairs).

%   call_outputs(+Xs, ?Ys, +Values, +Mask0, -Mask): what leads to outputs of all calls.

call_outputs([], [], _, Mask, Mask).
call_outputs([X|Xs], [Y|Ys], Values, Mask0, Mask) :-
    trie_lookup(Values, X, Pairs),
    (   Y == no
    ->  foldl(without_mask, Pairs, Mask0, Mask1)
    ;   member(Y-Own, Pairs),
        Mask1 is Mask0 /\ Own
    ),
    Mask1 =\= 0,
    call_outputs(Xs, Ys, Values, Mask1, Mask).

without_mask(_-Own, Mask0, Mask) :-
    Mask is Mask0 /\ \Own.

every_choice(base(_, _, _, Masks, _), Every) :-
    functor(Masks, _, Last),
    arg(Last, Masks, Every).

%!  base_pairs(+X, +Problem, +Base, -Pairs) is semidet.
%
%   Pairs has the outputs of the base cases alone.

base_pairs(Instance, Problem, base(X, Y, Nodes, Masks, Known), Pairs) :-
    (   trie_lookup(Known, Instance, Pairs)
    ->  true
    ;   within_limit(How, base_found(Instance, Problem, X, Y, Nodes, Masks, How, Found)),
        merged(Found, Pairs),
        trie_insert(Known, Instance, Pairs)
    ).

base_found(Instance, Problem, X, Y, Nodes, Masks, How, Found) :-
    findall(Y-Mask,
            ( X = Instance,
              walk(Nodes, Problem, How, Number, Values),
              Values \== bad,
              ground(Y),
              At is Number + 1,
              arg(At, Masks, Mask)
            ),
            Found).
