:- module(fold_first_answers,
          [ answered_values/5           % +Problem, +Target, +Unknown, +Same, -Answered
          ]).
:- use_module(library(assoc), [assoc_to_list/2, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, transpose_pairs/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(fold_ask, [ask/6]).
:- use_module('../analysis/fold_calls', [body_call/3]).
:- use_module('../analysis/fold_components', [components/2, faultless/3]).
:- use_module('../analysis/fold_constants', [constant/4]).
:- use_module('../problem/fold_examples', [example_at/5]).
:- use_module('../problem/fold_problem', [defined/3]).

/** <module> What rules answer first, where their text does not tell what arguments hold

They are asked as learning will ask them, with a constant as first argument, and with little
patience.
*/

most_objects(1000).                     % that a predicate is asked about
patience(10_000_000).                   % inferences for all predicates
patience_for_each(1_000_000).

%!  answered_values(+Problem, +Target, +Unknown, +Same, -Answered:list) is det.
%
%   Answered has Position-Value for the positions of Unknown that hold nothing but
%   constants in the first answers, first arguments left out. Same has pairs of positions
%   that hold the same.

:- det(answered_values/5).
answered_values(Problem, Target, Unknown0, Same, Answered) :-
    findall(Predicate-I, ( member(Predicate/I, Unknown0), I > 1 ), Pairs),
    sort(Pairs, Unknown),
    group_pairs_by_key(Unknown, Asked0),
    untabled(Problem, Asked0, Asked),
    (   Asked == []
    ->  Answered = []
    ;   length(Asked, Count),
        share_of_patience(Count, Limit),
        together(Asked, Same, Groups),
        findall(Position-Value,
                ( member(Like-Predicates, Groups),
                  objects(Problem, Target, Like, Objects),
                  member(Predicate-Is, Predicates),
                  values(Problem, Predicate, Is, Objects, Limit, Position-Value)
                ),
                Answered)
    ).

share_of_patience(Count, Limit) :-
    patience(All),
    patience_for_each(Most),
    Limit is min(Most, All // Count).

%   untabled(+Problem, +Asked0, -Asked): without what leads to a table, which may need more
%   time and memory than there is patience for, since it has all answers.

untabled(Problem, Asked0, Asked) :-
    trie_new(Verdicts),
    findall(Predicate-Is,
            ( member(Predicate-Is, Asked0),
              faultless(calls_untabled(Problem), Predicate, Verdicts)
            ),
            Asked),
    trie_destroy(Verdicts).

calls_untabled(Problem, Name/Arity, Predicates) :-
    functor(Head, Name, Arity),
    \+ predicate_property(Problem:Head, tabled),
    findall(N/A,
            ( clause(Problem:Head, Body),
              body_call(Body, Problem, Goal),
              functor(Goal, N, A),
              defined(Problem, N, A)
            ),
            Predicates0),
    sort(Predicates0, Predicates).

%   together(+Asked, +Same, -Groups): the predicates whose first arguments hold the same,
%   with the positions that do.

together(Asked, Same, Groups) :-
    findall(Edge, ( member(P-Q, Same), ( Edge = P-Q ; Edge = Q-P ) ), Edges),
    components(Edges, Components),
    assoc_to_list(Components, Numbered),
    transpose_pairs(Numbered, ByNumber),
    group_pairs_by_key(ByNumber, PositionGroups),
    list_to_assoc(PositionGroups, PositionsOf),
    findall(Like-(Predicate-Is),
            ( member(Predicate-Is, Asked),
              (   get_assoc(Predicate/1, Components, Number)
              ->  get_assoc(Number, PositionsOf, Like)
              ;   Like = [Predicate/1]
              )
            ),
            Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups).

%   objects(+Problem, +Target, +Positions, -Objects): some of their constants, or, where
%   they have none, of the examples' arguments.

objects(Problem, Target, Positions, Objects) :-
    most_objects(Most),
    (   findall(Object,
                limit(Most, ( member(Position, Positions),
                              constant(Problem, Target, Position, Object) )),
                Objects0),
        Objects0 \== []
    ->  true
    ;   findall(Object,
                limit(Most, ( example_at(Problem, _, Atom, _, _),
                              compound(Atom),
                              arg(_, Atom, Object) )),
                Objects0)
    ),
    sort(Objects0, Objects).

%   values(+Problem, +Predicate, +Is, +Objects, +Limit, -Pair): Pair is Position-Value for
%   a position among Is that has nothing but constants.

values(Problem, Name/Arity, Is, Objects, Limit, Name/Arity/I-Value) :-
    functor(Head, Name, Arity),
    arg(1, Head, Object),
    most_objects(Most),
    catch(ask(limit(Most, ( lists:member(Object, Objects),
                            Problem:Head,
                            fold_first_answers:constants(Is, Head, Row) )),
              Problem, Head, Limit, Row, Rows),
          fold_error(_, _, _, _),
          fail),
    member(I, Is),
    findall(Constant, ( member(Row, Rows), memberchk(I-Constant, Row) ), Constants0),
    sort(Constants0, Constants),
    ground(Constants),
    member(Value, Constants).

%   constants(+Is, +Head, -Row): a variable stands for a term that has arguments, which may
%   be too large for copying.

constants([], _, []).
constants([I|Is], Head, [I-Constant|Row]) :-
    arg(I, Head, Argument),
    ( atomic(Argument) -> Constant = Argument ; true ),
    constants(Is, Head, Row).
