:- module(fold_bodies,
          [ body_answers/3,             % +Problem, +Bodies, -Reply

            walk/5                      % +Nodes, +Problem, +How, -Number, -Values
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_limits, [first_answers/1, parse_term/2, within_limit/2]).
:- use_module(fold_instances, [instance/2]).
:- use_module(fold_variants, [instance_or_variant/2]).

/** <module> Answers of many bodies, run as one tree

Bodies with a common prefix share its goals, the nodes of the tree.

Text from Python holds terms in which equal names are one variable: the lists X and Y
are the head's inputs and outputs, and a variable of a body has the same name in all
bodies. Nothing is bound for longer than a findall/3.
*/

%!  body_answers(+Problem, +Bodies, -Reply) is det.
%
%   Run many bodies on all instances. Bodies is bodies(X, Nodes, Inputs); a node is
%   node(Goal, Number, Values, Below): after Goal, the body Number has an answer, Values,
%   or, where Number is none, the goals of the nodes Below follow. Inputs is instances, or
%   variants: then those of instances follow each of them. Reply has for each body with an
%   answer its number, a mask of the instances that have one, and a hash of all answers,
%   separated by spaces. A body that raises an error, or leaves a value unbound, is not
%   among them.

:- det(body_answers/3).
body_answers(Problem, Text, Reply) :-
    parse_term(Text, bodies(X, Nodes, Inputs)),
    findall(Instance, input(Inputs, Problem, Instance), Instances),
    findall(Answer,
            ( nth0(Index, Instances, Instance),
              instance_answer(Problem, X, Nodes, Instance, Index, Answer)
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

input(instances, Problem, Instance) :- instance(Problem, Instance).
input(variants, Problem, Instance) :- instance_or_variant(Problem, Instance).

%   instance_answer(+Problem, +X, +Nodes, +Instance, +Index, -Answer) is nondet.
%
%   Answer is Number-(Index-Hash) or Number-bad; Index is that of the instance.

instance_answer(Problem, X, Nodes, Instance, Index, Answer) :-
    within_limit(How,
                 findall(A, hashed(Problem, X, Nodes, Instance, Index, How, A), Answers)),
    member(Answer, Answers).

hashed(Problem, X, Nodes, Instance, Index, How, Number-Answer) :-
    X = Instance,
    walk(Nodes, Problem, How, Number, Values),
    (   Values \== bad,
        term_hash(Values, Hash),
        integer(Hash)
    ->  Answer = Index-Hash
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
call_as(first_answers, Goal) :- first_answers(Goal).

mixed(Index-Hash, Mask0-Sum0, Mask-Sum) :-
    term_hash(Index/Hash, Mixed),
    Mask is Mask0 \/ (1 << Index),
    Sum is (Sum0 * 31 + Mixed) /\ 0xfffffffffffff.
