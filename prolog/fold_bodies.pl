:- module(fold_bodies,
          [ body_answers/3,             % +Problem, +Bodies, -Reply

            walk/5                      % +Nodes, +Problem, +How, -Number, -Values
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_careful, [careful/1, parsed/2, within_limit/2]).
:- use_module(fold_instances, [instance/2]).

/** <module> Many bodies run at once

Bodies that begin alike share goals: they are the nodes of a tree.

Text from Python holds terms in which equal names are one variable: the lists X and Y
are the head's inputs and outputs, and a variable of a body has the same name in all
bodies. Nothing is bound for longer than a findall/3.
*/

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

hashed(Problem, X, Nodes, Instance, Own, How, Number-Answer) :-
    X = Instance,
    walk(Nodes, Problem, How, Number, Values),
    (   Values \== bad,
        term_hash(Values, Hash),
        integer(Hash)
    ->  Answer = Own-Hash
    ;   Answer = bad
    ).

%!  walk(+Nodes, +Problem, +How, -Number, -Values) is nondet.
%
%   Values are an answer of the body Number, or `bad` where it raises an error. How is
%   what calls goals.

walk(Nodes, Problem, How, Number, Values) :-
    member(node(Goal, Number0, Values0, Below), Nodes),
    catch(call_as(How, Problem:Goal), error(_, _), Bad = true),
    (   Bad == true
    ->  Number0 \== none,
        Number = Number0,
        Values = bad
    ;   Number0 \== none,
        Number = Number0,
        Values = Values0
    ;   walk(Below, Problem, How, Number, Values)
    ).

call_as(call, Goal) :- call(Goal).
call_as(careful, Goal) :- careful(Goal).

mixed(Own-Hash, Mask0-Sum0, Mask-Sum) :-
    term_hash(Own/Hash, Mixed),
    Mask is Mask0 \/ (1 << Own),
    Sum is (Sum0 * 31 + Mixed) /\ 0xfffffffffffff.
