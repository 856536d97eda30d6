:- module(fold_coverage,
          [ index_examples/2,           % +Problem, -Reply
            example_texts/3,            % +Problem, +Indices, -Reply
            example_objects/2,          % +Problem, -Reply
            relation_facts/4,           % +Problem, +Name, +Arity, -Reply
            relation_solutions/7,       % +Problem, +Name, +Arity, +Inputs, +Rows,
                                        % +Limit, -Reply
            object_texts/3,             % +Problem, +Objects, -Reply
            object_ranks/3              % +Problem, +Objects, -Reply
          ]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_text).
:- use_module(fold_ask, [ask/6, telling/3, place/4]).
:- use_module(fold_load, [raw_example/5, companion/2]).

/** <module> Asking in bulk what is true

Every example has an index: positives first, each kind in the order of the files.
Every constant that occurs is an object with a number of its own. The solutions of
a background predicate cross to Python as packed object numbers, once; joining them
into clauses and counting is done there.
*/

%!  index_examples(+Problem:string, -Reply) is det.
%
%   Number the examples, each atom once. Reply is the numbers of positives and of
%   negatives.
%
%   @throws fold_error(both, File, Line, [Text]) for an atom that is both

:- det(index_examples/2).
index_examples(Name, [Positives, Negatives]) :-
    atom_string(Problem, Name),
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
    forall(( raw_example(Problem, Polarity, Atom, File, Line),
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
        once(raw_example(Problem, Known, Atom, OtherFile, OtherLine)),
        quoted(Atom, Text),
        throw(fold_error(both, File, Line, [Text, OtherFile, OtherLine]))
    ;   trie_insert(Seen, Atom, Polarity)
    ).

%!  example_texts(+Problem:string, +Indices:string, -Reply) is det.
%
%   For each packed index, the arguments of the example as texts between tabs.

example_texts(Name, Packed, Lines) :-
    atom_string(Problem, Name),
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

%!  example_objects(+Problem:string, -Reply) is det.
%
%   The objects of all arguments of all examples, example by example, packed.

:- det(example_objects/2).
example_objects(Name, [Packed]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    objects(Module, Trie),
    findall(Object,
            ( Module:example(_, Atom),
              arg(_, Atom, Term),
              object_of(Term, Trie, Module, Object)
            ),
            Objects),
    pack(Objects, Packed).

%   objects(+Module, -Trie)
%
%   The map from ground terms to their numbers, a new one for a new problem.

objects(Module, Trie) :-
    dynamic([Module:objects/1, Module:object_term/2]),
    (   Module:objects(Trie)
    ->  true
    ;   trie_new(Trie),
        assertz(Module:objects(Trie)),
        flag(Module, _, 0)
    ).

fold_load:forget(Problem) :-
    companion(Problem, Module),
    catch(Module:objects(Trie), error(existence_error(_, _), _), fail),
    trie_destroy(Trie).

object_of(Term, Trie, Module, Object) :-
    (   trie_lookup(Trie, Term, Object)
    ->  true
    ;   flag(Module, Object, Object + 1),
        trie_insert(Trie, Term, Object),
        assertz(Module:object_term(Object, Term))
    ).

objects_of([], _, _, []).
objects_of([Term|Terms], Trie, Module, [Object|Objects]) :-
    object_of(Term, Trie, Module, Object),
    objects_of(Terms, Trie, Module, Objects).

%!  relation_facts(+Problem, +Name, +Arity, -Reply) is det.
%
%   The objects of all facts of a predicate, fact by fact, packed. Reply is empty
%   where the predicate has rules or facts with variables, and so must be asked.

:- det(relation_facts/4).
relation_facts(Problem0, Name0, Arity, Reply) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Module),
    functor(Goal, Name, Arity),
    (   ground_facts(Problem, Goal)
    ->  objects(Module, Trie),
        findall(Object,
                ( Problem:Goal,
                  arg(_, Goal, Term),
                  object_of(Term, Trie, Module, Object)
                ),
                Objects),
        pack(Objects, Packed),
        Reply = [Packed]
    ;   Reply = []
    ).

ground_facts(Problem, Goal) :-
    \+ ( predicate_property(Problem:Goal, number_of_rules(Rules)),
         Rules > 0 ),
    \+ ( Problem:Goal,
         \+ ground(Goal) ).

flat([], []).
flat([List|Lists], Integers) :-
    onto(List, Integers, Rest),
    flat(Lists, Rest).

onto([], Rest, Rest).
onto([X|Xs], [X|Ys], Rest) :-
    onto(Xs, Ys, Rest).

%!  relation_solutions(+Problem, +Name, +Arity, +Inputs, +Rows, +Limit, -Reply) is det.
%
%   The solutions of a predicate for given values of some arguments. Inputs are the
%   numbers of these arguments ("1 3"), Rows packed objects, row by row. Reply is
%   the objects of all solutions, packed.
%
%   @throws fold_error(runtime, ...), fold_error(limit, ...),
%           fold_error(not_bound, File, Line, [Name, Arity])

:- det(relation_solutions/7).
relation_solutions(Problem0, Name0, Arity, Inputs0, Rows, Limit, [Packed]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Module),
    argument_numbers(Inputs0, Inputs),
    functor(Goal, Name, Arity),
    maplist(argument_of(Goal), Inputs, Given),
    Goal =.. [_|Args],
    unpack(Rows, Integers),
    length(Inputs, Width),
    rows_of(Integers, Width, RowList),
    objects(Module, Trie),
    Question = ( member(Row, RowList),
                 nb_setval(fold_asked, Row),
                 terms_of(Row, Module, Given),
                 distinct_solution(Problem:Goal),
                 bound(Goal, Problem),
                 objects_of(Args, Trie, Module, Objects) ),
    telling(ask(fold_coverage:Question, Problem, Goal, Limit, Objects, Solutions),
            Goal,
            ( nb_getval(fold_asked, Asked), terms_of(Asked, Module, Given) )),
    flat(Solutions, Found),
    pack(Found, Packed).

%   One solution is enough where everything is given.

distinct_solution(Problem:Goal) :-
    (   ground(Goal)
    ->  once(Problem:Goal)
    ;   call(Problem:Goal)
    ).

bound(Goal, Problem) :-
    (   ground(Goal)
    ->  true
    ;   place(Problem, Goal, File, Line),
        functor(Goal, Name, Arity),
        quoted(Name, Quoted),
        throw(fold_error(not_bound, File, Line, [Quoted, Arity]))
    ).

argument_numbers("", []) :- !.
argument_numbers(String, Numbers) :-
    split_string(String, " ", "", Parts),
    maplist(string_number, Parts, Numbers).

string_number(String, Number) :-
    number_string(Number, String).

argument_of(Goal, I, Value) :-
    arg(I, Goal, Value).

rows_of([], 0, [[]]) :- !.
rows_of([], _, []) :- !.
rows_of(Integers, Width, [Row|Rows]) :-
    length(Row, Width),
    onto(Row, Integers, Rest),
    rows_of(Rest, Width, Rows).

terms_of([], _, []).
terms_of([Object|Objects], Module, [Term|Terms]) :-
    Module:object_term(Object, Term),
    terms_of(Objects, Module, Terms).

%!  object_texts(+Problem:string, +Objects:string, -Reply) is det.
%
%   The texts of packed objects.

object_texts(Name, Packed, Texts) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    unpack(Packed, Objects),
    maplist(object_text(Module), Objects, Texts).

object_text(Module, Object, Text) :-
    Module:object_term(Object, Term),
    quoted(Term, Text).

%!  object_ranks(+Problem:string, +Objects:string, -Reply) is det.
%
%   The ranks of packed objects in the standard order of terms, packed, in the order
%   of Objects; numbers of the same value have the same rank. Ranks below the second
%   string are numbers'.

:- det(object_ranks/3).
object_ranks(Name, Packed, [Ranks, Numbers]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    unpack(Packed, Objects),
    findall(Term-Place,
            ( nth0(Place, Objects, Object),
              Module:object_term(Object, Term)
            ),
            Pairs),
    keysort(Pairs, Sorted),
    rank(Sorted, none, -1, Ranked, 0, Numbers),
    keysort(Ranked, InPlace),
    pairs_values(InPlace, Integers),
    pack(Integers, Ranks).

rank([], _, _, [], Numbers, Numbers).
rank([Term-Place|Pairs], Last, Rank0, [Place-Rank|Ranked], Numbers0, Numbers) :-
    (   same_term(Term, Last)
    ->  Rank = Rank0
    ;   Rank is Rank0 + 1
    ),
    (   number(Term)
    ->  Numbers1 is Rank + 1
    ;   Numbers1 = Numbers0
    ),
    rank(Pairs, Term, Rank, Ranked, Numbers1, Numbers).

same_term(Term, Last) :-
    (   number(Term),
        number(Last)
    ->  Term =:= Last
    ;   Term == Last
    ).
