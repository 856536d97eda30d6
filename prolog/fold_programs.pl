:- module(fold_programs,
          [ hold_program_examples/7,    % +Problem, +Name, +Arity, +Inputs, +Positives,
                                        % +Indices, -Reply
            allow_outputs/2,            % +Problem, -Reply
            reach_instances/4,          % +Problem, +Steps, +Limit, -Reply
            body_answers/3,             % +Problem, +Bodies, -Reply
            program_inferences/1,       % -Reply
            hold_base_cases/3,          % +Problem, +Bases, -Reply
            derive_programs/4           % +Problem, +Programs, +Limit, -Reply
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [member/2, nth0/3, reverse/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(fold_problem, [companion/2]).
:- use_module(fold_text, [named/2, unpack/2]).

/** <module> Recursive programs, judged by what they derive

A program for a target is some clauses that do not call it, the base cases, and some
that do, once each. Its arguments are inputs and outputs: a question has the inputs, an
answer the outputs. All base cases that are thought of are judged at once: an answer
carries a mask, an integer with a bit for each base case that leads to it. Since a clause
calls the target once, what several base cases derive together is what each of them
derives.

Text from Python holds terms in which equal names are one variable: the lists X and Y
are the head's inputs and outputs, and a variable of a body has the same name in all
bodies. Nothing is bound for longer than a findall/3.
*/

:- dynamic
    functional/1,                       % Problem
    positive/3,                         % Problem, X, Ys: all outputs for these inputs
    negative/3,                         % Problem, X, Y
    instance/2,                         % Problem, X
    bases/4,                            % Problem, X, Y, Nodes
    base_answers/2.                     % Problem, Trie: X to pairs Y-Mask

goal_limit(20 000).                     % inferences for all answers of one goal
answer_limit(50).                       % answers of one goal
instance_limit(500 000).                % inferences for all bodies and one instance
question_limit(1 000).                  % questions that one example leads to

fold_problem:forget(Problem) :-
    forget_base_answers(Problem),
    retractall(functional(Problem)),
    retractall(positive(Problem, _, _)),
    retractall(negative(Problem, _, _)),
    retractall(instance(Problem, _)),
    retractall(bases(Problem, _, _, _)).

forget_base_answers(Problem) :-
    forall(retract(base_answers(Problem, Trie)), trie_destroy(Trie)).

%!  hold_program_examples(+Problem, +Name, +Arity, +Inputs, +Positives, +Indices,
%!                        -Reply) is det.
%
%   Take the examples with these packed indices, of which those below Positives are
%   positive. Inputs are the numbers of the arguments that are inputs ("1 3"). Reply is
%   "functional" if the positives have one output each, else "relation".

:- det(hold_program_examples/7).
hold_program_examples(Name0, TargetName, Arity, Inputs0, Positives, Packed, Reply) :-
    atom_string(Problem, Name0),
    companion(Problem, Companion),
    named(TargetName, Name),
    numbers(Inputs0, Inputs),
    unpack(Packed, Indices),
    functor(Atom, Name, Arity),
    findall(Size-(X-(Y-Index)),
            ( member(Index, Indices),
              Index < Positives,
              Companion:example(Index, Atom),
              split(Atom, Inputs, X, Y),
              term_size(X, Size)
            ),
            Sized0),
    msort(Sized0, Sized),
    pairs_values(Sized, Pairs),
    group_pairs_by_key(Pairs, Groups),
    retractall(positive(Problem, _, _)),
    forall(( member(X-Group, Groups), findall(Y, member(Y-_, Group), Ys) ),
           assertz(positive(Problem, X, Ys))),
    retractall(negative(Problem, _, _)),
    forall(( member(Index, Indices),
             Index >= Positives,
             Companion:example(Index, Atom),
             split(Atom, Inputs, X, Y) ),
           assertz(negative(Problem, X, Y))),
    retractall(functional(Problem)),
    (   ( positive(Problem, _, [_, _|_]) ; positive(Problem, _, [[]]) )
    ->  Reply = ["relation"]
    ;   assertz(functional(Problem)),
        Reply = ["functional"]
    ).

%!  allow_outputs(+Problem, -Reply) is det.
%
%   From now on, questions may have several outputs. Reply is empty.

:- det(allow_outputs/2).
allow_outputs(Name, []) :-
    atom_string(Problem, Name),
    retractall(functional(Problem)).

numbers("", []) :- !.
numbers(Text, Numbers) :-
    split_string(Text, " ", "", Parts),
    maplist(part_number, Parts, Numbers).

part_number(Part, Number) :-
    number_string(Number, Part).

%   split(+Atom, +Inputs, -X, -Y): the arguments at Inputs, and the others.

split(Atom, Inputs, X, Y) :-
    Atom =.. [_|Args],
    split(Args, 1, Inputs, X, Y).

split([], _, _, [], []).
split([Arg|Args], I, Inputs, X, Y) :-
    (   memberchk(I, Inputs)
    ->  X = [Arg|X1],
        Y = Y1
    ;   X = X1,
        Y = [Arg|Y1]
    ),
    I1 is I + 1,
    split(Args, I1, Inputs, X1, Y1).

%!  reach_instances(+Problem, +Steps, +Limit, -Reply) is det.
%
%   Hold the inputs by which bodies are told apart: those of examples, and what steps
%   lead to from them, at most about Limit. Steps is steps(X, [Goal-Next, ...]), where
%   Next is what Goal makes of X. Reply is their number.

:- det(reach_instances/4).
reach_instances(Name, Text, Limit, [Count]) :-
    atom_string(Problem, Name),
    parsed(Text, steps(X, Steps)),
    findall(Size-X0,
            ( ( positive(Problem, X0, _) ; negative(Problem, X0, _) ),
              term_size(X0, Size)
            ),
            Sized0),
    sort(Sized0, Sized),
    pairs_values(Sized, Roots),
    retractall(instance(Problem, _)),
    setup_call_cleanup(
        trie_new(Seen),
        reach(Roots, Problem, X, Steps, Seen, Limit, 0, Count),
        trie_destroy(Seen)).

reach([], _, _, _, _, _, Count, Count) :-
    !.
reach(_, _, _, _, _, Limit, Count, Count) :-
    Count >= Limit,
    !.
reach([Instance|Rest], Problem, X, Steps, Seen, Limit, Count0, Count) :-
    trie_insert(Seen, Instance, true),
    !,
    assertz(instance(Problem, Instance)),
    Count1 is Count0 + 1,
    findall(Next,
            ( X = Instance,
              member(Goal-Next, Steps),
              catch(careful(Problem:Goal), error(_, _), fail),
              ground(Next)
            ),
            More),
    append_reversed(More, Rest, Waiting),
    reach(Waiting, Problem, X, Steps, Seen, Limit, Count1, Count).
reach([_|Rest], Problem, X, Steps, Seen, Limit, Count0, Count) :-
    reach(Rest, Problem, X, Steps, Seen, Limit, Count0, Count).

append_reversed([], List, List).
append_reversed([X|Xs], List0, List) :-
    append_reversed(Xs, [X|List0], List).

%!  program_inferences(-Reply) is det.
%
%   Reply is how many inferences have been made so far.

program_inferences([Count]) :-
    statistics(inferences, Count).

                /*******************************
                *            BODIES            *
                *******************************/

%!  body_answers(+Problem, +Bodies, -Reply) is det.
%
%   Run many bodies on all instances. Bodies is bodies(X, Nodes); a node is node(Goal,
%   Number, Values, Below): after Goal, the body Number has an answer, Values, or, where
%   Number is none, the goals of the nodes Below follow. Reply has for each body with an
%   answer its number, a mask of the instances that have one, and a hash of all answers,
%   separated by spaces. A body that raises an error, or leaves a value unbound, is not
%   among them.

:- det(body_answers/3).
body_answers(Name, Text, Reply) :-
    atom_string(Problem, Name),
    parsed(Text, bodies(X, Nodes)),
    findall(Instance, instance(Problem, Instance), Instances),
    findall(Answer,
            ( nth0(Own, Instances, Instance),
              instance_answer(Problem, X, Nodes, Instance, Own, Answer)
            ),
            Answers0),
    sort(Answers0, Answers),
    findall(Number, member(Number-bad, Answers), Bad),
    group_pairs_by_key(Answers, Groups),
    findall(Line,
            ( member(Number-Hashes, Groups),
              \+ memberchk(Number, Bad),
              foldl(mixed, Hashes, 0-0, Mask-Hash),
              format(string(Line), "~d ~d ~d", [Number, Mask, Hash])
            ),
            Reply).

%   instance_answer(+Problem, +X, +Nodes, +Instance, +Own, -Answer) is nondet.
%
%   Answer is Number-(Own-Hash) or Number-bad; Own is the number of the instance.

instance_answer(Problem, X, Nodes, Instance, Own, Answer) :-
    within_limit(How,
                 findall(A, hashed(Problem, X, Nodes, Instance, Own, How, A), Answers)),
    member(Answer, Answers).

%   within_limit(?How, :Goal) is semidet.
%
%   Call Goal once with How bound to call, or to careful if that takes too long.

:- meta_predicate within_limit(?, 0).

within_limit(How, Goal) :-
    instance_limit(Limit),
    member(How, [call, careful]),
    call_with_inference_limit(Goal, Limit, Result),
    Result \== inference_limit_exceeded,
    !.

hashed(Problem, X, Nodes, Instance, Own, How, Number-Answer) :-
    X = Instance,
    walk(Nodes, Problem, How, Number, Values),
    (   Values \== bad,
        term_hash(Values, Hash),
        integer(Hash)
    ->  Answer = Own-Hash
    ;   Answer = bad
    ).

%   walk(+Nodes, +Problem, +How, -Number, -Values) is nondet.

walk(Nodes, Problem, How, Number, Values) :-
    member(node(Goal, Number0, Values0, Below), Nodes),
    catch(call(How, Problem:Goal), error(_, _), Bad = true),
    (   Bad == true
    ->  Number0 \== none,
        Number = Number0,
        Values = bad
    ;   Number0 \== none,
        Number = Number0,
        Values = Values0
    ;   walk(Below, Problem, How, Number, Values)
    ).

%   careful(:Goal) is nondet.
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

mixed(Own-Hash, Mask0-Sum0, Mask-Sum) :-
    term_hash(Own/Hash, Mixed),
    Mask is Mask0 \/ (1 << Own),
    Sum is (Sum0 * 31 + Mixed) /\ 0xfffffffffffff.

                /*******************************
                *           PROGRAMS           *
                *******************************/

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
    bases(Problem, BaseX, BaseY, Bases),
    base_answers(Problem, Known),
    Base = base(BaseX, BaseY, Bases, Known),
    maplist(derive(Problem, Base, X, Y, Limit), Programs, Reply).

derive(Problem, Base, X, Y, Limit, Clauses, Reply) :-
    setup_call_cleanup(
        ( trie_new(Edges), trie_new(Values) ),
        derived(run(Problem, Base, X, Y, Clauses, Edges, Values), Limit, Reply),
        ( trie_destroy(Edges), trie_destroy(Values) )).

derived(Run, Limit, Reply) :-
    (   catch(call_with_inference_limit(masks(Run, Masks), Limit, Result),
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
    clear_pairs(Problem, Merged, Pairs).

%   clear_pairs(+Problem, +Pairs0, -Pairs)
%
%   Where each positive has one output, a base case that leads to two for some question
%   leads to none: that keeps the outputs of each question as few as the base cases.

clear_pairs(Problem, Pairs0, Pairs) :-
    (   functional(Problem),
        Pairs0 = [_, _|_]
    ->  foldl(add_seen, Pairs0, 0-0, _-Twice),
        clear(Pairs0, Twice, Pairs)
    ;   length(Pairs0, Count),
        answer_limit(Limit),
        ( Count > Limit -> throw(too_many_questions) ; true ),
        Pairs = Pairs0
    ).

add_seen(_-Mask, Once0-Twice0, Once-Twice) :-
    Twice is Twice0 \/ (Once0 /\ Mask),
    Once is Once0 \/ Mask.

clear([], _, []).
clear([Y-Mask0|Pairs0], Twice, Pairs) :-
    Mask is Mask0 /\ \Twice,
    (   Mask =:= 0
    ->  Pairs = Pairs1
    ;   Pairs = [Y-Mask|Pairs1]
    ),
    clear(Pairs0, Twice, Pairs1).

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

%   merged(+Pairs0, -Pairs): each output once, with all its masks.

merged(Pairs0, Pairs) :-
    keysort(Pairs0, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(joined, Groups, Pairs).

joined(Y-Masks, Y-Mask) :-
    foldl(with_mask, Masks, 0, Mask).

with_mask(Mask, Mask0, Mask1) :-
    Mask1 is Mask0 \/ Mask.

%   parsed(+Text, -Term): read a term with no operators but the standard ones.

parsed(Text, Term) :-
    setup_call_cleanup(
        open_string(Text, In),
        read_term(In, Term, [module(fold_text)]),
        close(In)).
