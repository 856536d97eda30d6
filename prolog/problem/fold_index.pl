:- module(fold_index,
          [ index_examples/2,           % +Problem, -Reply
            hold_examples/4,            % +Problem, +Positives, +Indices, -Reply
            example_texts/3,            % +Problem, +Indices, -Reply
            example_atoms/2             % +Problem, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_objects, [forget_objects/1]).
:- use_module(fold_problem, [companion/2]).
:- use_module('../terms/fold_text', [spaced/2, unpack/2, write_quoted/1]).

/** <module> Examples by index

Every example has an index, from 0: positives first, each kind in the order of the
files. The companion of the problem has them as example(Index, Atom).
*/

%!  index_examples(+Problem, -Reply) is det.
%
%   Number the examples, each atom once. Reply is how many positives and negatives
%   there are.
%
%   @throws fold_error(both, File, Line, [Text, OtherFile, OtherLine]) for an atom that
%           is both

:- det(index_examples/2).
index_examples(Problem, [Positives, Negatives]) :-
    companion(Problem, Module),
    dynamic(Module:example/2),
    retractall(Module:example(_, _)),
    trie_new(Seen),
    number_examples(Problem, Module, Seen, pos, 0, Positives),
    number_examples(Problem, Module, Seen, neg, Positives, Total),
    trie_destroy(Seen),
    Negatives is Total - Positives.

%   number_examples(+Problem, +Module, +Seen, +Polarity, +From, -To)
%
%   Number the examples of one polarity in file order, duplicates left out.

number_examples(Problem, Module, Seen, Polarity, From, To) :-
    nb_setval(fold_index, From),
    forall(( example_at(Problem, Polarity, Atom, File, Line),
             new_example(Seen, Polarity, Atom, Problem, File, Line)
           ),
           ( nb_getval(fold_index, I),
             assertz(Module:example(I, Atom)),
             Next is I + 1,
             nb_setval(fold_index, Next)
           )),
    nb_getval(fold_index, To).

new_example(Seen, Polarity, Atom, Problem, File, Line) :-
    (   trie_lookup(Seen, Atom, Known)
    ->  Known \== Polarity,
        once(example_at(Problem, Known, Atom, OtherFile, OtherLine)),
        spaced(Atom, Text),
        throw(fold_error(both, File, Line, [Text, OtherFile, OtherLine]))
    ;   trie_insert(Seen, Atom, Polarity)
    ).

%!  hold_examples(+Problem, +Positives:integer, +Indices:string, -Reply) is det.
%
%   Restrict Problem to the examples with these packed indices, numbered from 0. Rules
%   and types see no others; all are stored for a later restriction. Indices are those
%   that index_examples/2 gave, of which the first Positives are of positives.

:- det(hold_examples/4).
hold_examples(Problem, Positives, Packed, []) :-
    companion(Problem, Module),
    unpack(Packed, Indices),
    store_all(Module),
    forget_objects(Module),
    retractall(Module:example(_, _)),
    retractall(example_at(Problem, _, _, _, _)),
    forall(nth0(I, Indices, Index),
           ( Module:stored_example(Index, Atom),
             ( Index < Positives -> Polarity = pos ; Polarity = neg ),
             assertz(Module:example(I, Atom)),
             assertz(example_at(Problem, Polarity, Atom, '', 0)) )).

store_all(Module) :-
    current_predicate(Module:stored_example/2),
    !.
store_all(Module) :-
    dynamic(Module:stored_example/2),
    forall(Module:example(Index, Atom),
           assertz(Module:stored_example(Index, Atom))).

%!  example_texts(+Problem, +Indices:string, -Reply) is det.
%
%   For each packed index, the arguments of the example as texts between tabs.

example_texts(Problem, Packed, Lines) :-
    companion(Problem, Module),
    unpack(Packed, Indices),
    maplist(example_text(Module), Indices, Lines).

example_text(Module, Index, Line) :-
    Module:example(Index, Atom),
    Atom =.. [_|Args],
    tabbed(Args, Line).

tabbed([], "").
tabbed([X|Xs], Line) :-
    with_output_to(string(Line),
                   ( write_quoted(X),
                     forall(member(Y, Xs), ( put_char('\t'), write_quoted(Y) )) )).

%!  example_atoms(+Problem, -Reply) is det.
%
%   The indexed examples, each as its text.

example_atoms(Problem, Texts) :-
    companion(Problem, Companion),
    findall(Text,
            ( Companion:example(_, Atom),
              spaced(Atom, Text)
            ),
            Texts).
