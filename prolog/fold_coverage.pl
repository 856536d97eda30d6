:- module(fold_coverage,
          [ index_examples/2,           % +Problem, -Reply
            example_texts/3,            % +Problem, +Indices, -Reply
            rows/3,                     % +Problem, +Arguments, -Reply
            literal_rows/6              % +Problem, +Arguments, +Name, +Spec, +Limit, -Reply
          ]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_text).
:- use_module(fold_ask, [ask/6]).
:- use_module(fold_load, [raw_example/5, rule_at/4, companion/2]).

/** <module> Asking in bulk what literals cover

Every example has an index: positives first, each kind in the order of the files.
What a literal covers depends only on the arguments of the target that it
mentions, so it is asked once for each distinct combination of those arguments (a
row) and spread over the examples on the Python side. Answers are packed numbers.
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
    distinct_examples(Problem, pos, PosAtoms, PosSorted),
    distinct_examples(Problem, neg, NegAtoms, NegSorted),
    check_disjoint(Problem, PosSorted, NegSorted),
    retractall(Module:example(_, _)),
    number_examples(PosAtoms, Module, 0, Positives),
    number_examples(NegAtoms, Module, Positives, Total),
    Negatives is Total - Positives.

%   The atoms in file order, duplicates left out, and the same sorted.

distinct_examples(Problem, Polarity, Atoms, Sorted) :-
    findall(Atom, raw_example(Problem, Polarity, Atom, _, _), All),
    number_pairs(All, 0, Pairs),
    sort(1, @=<, Pairs, ByAtom),
    first_of_each(ByAtom, Firsts),
    sort(2, @<, Firsts, InOrder),
    atoms_of(InOrder, Atoms),
    sort(All, Sorted).

number_pairs([], _, []).
number_pairs([A|As], I, [A-I|Pairs]) :-
    I1 is I + 1,
    number_pairs(As, I1, Pairs).

first_of_each([], []).
first_of_each([A-I|Pairs], [A-I|Firsts]) :-
    skip_same(Pairs, A, Rest),
    first_of_each(Rest, Firsts).

skip_same([B-_|Pairs], A, Rest) :-
    A == B,
    !,
    skip_same(Pairs, A, Rest).
skip_same(Rest, _, Rest).

atoms_of([], []).
atoms_of([A-_|Pairs], [A|As]) :-
    atoms_of(Pairs, As).

check_disjoint(_, [], _) :- !.
check_disjoint(_, _, []) :- !.
check_disjoint(Problem, [P|Ps], [N|Ns]) :-
    compare(Order, P, N),
    (   Order = (<)
    ->  check_disjoint(Problem, Ps, [N|Ns])
    ;   Order = (>)
    ->  check_disjoint(Problem, [P|Ps], Ns)
    ;   once(raw_example(Problem, neg, N, File, Line)),
        once(raw_example(Problem, pos, P, PosFile, PosLine)),
        quoted(P, Text),
        throw(fold_error(both, File, Line, [Text, PosFile, PosLine]))
    ).

number_examples([], _, N, N).
number_examples([A|As], Module, I, N) :-
    assertz(Module:example(I, A)),
    I1 is I + 1,
    number_examples(As, Module, I1, N).

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

%!  rows(+Problem:string, +Arguments:string, -Reply) is det.
%
%   Make the rows for the target's arguments with the given numbers ("1 2"): the
%   distinct combinations of their values. Reply is the row of each example,
%   packed, and the number of rows.

:- det(rows/3).
rows(Name, Arguments0, [Packed, Count]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    arguments(Arguments0, Arguments),
    row_predicate(Arguments, RowName),
    findall(Key-I,
            ( Module:example(I, Atom),
              key(Arguments, Atom, Key)
            ),
            Pairs0),
    keysort(Pairs0, Pairs),
    length(Arguments, Length),
    Arity is Length + 1,
    functor(Any, RowName, Arity),
    retractall(Module:Any),
    number_rows(Pairs, RowName, Module, 0, RowOfExample0, Count),
    keysort(RowOfExample0, RowOfExample),
    values_of(RowOfExample, Rows),
    pack(Rows, Packed).

arguments(String, Arguments) :-
    split_string(String, " ", "", Parts),
    maplist(string_number, Parts, Arguments).

string_number(String, Number) :-
    number_string(Number, String).

row_predicate(Arguments, Name) :-
    atomic_list_concat([row|Arguments], '_', Name).

key(Arguments, Atom, Key) :-
    maplist(argument_of(Atom), Arguments, Values),
    Key =.. [k|Values].

argument_of(Atom, I, Value) :-
    arg(I, Atom, Value).

number_rows([], _, _, N, [], N).
number_rows([Key-I|Pairs], RowName, Module, Row, [I-Row|Rows], Count) :-
    Key =.. [_|Values],
    row_head(RowName, Values, Row, Head),
    assertz(Module:Head),
    same_row(Pairs, Key, Row, Rest, Rows, Tail),
    Next is Row + 1,
    number_rows(Rest, RowName, Module, Next, Tail, Count).

same_row([Key1-I|Pairs], Key, Row, Rest, [I-Row|Rows], Tail) :-
    Key1 == Key,
    !,
    same_row(Pairs, Key, Row, Rest, Rows, Tail).
same_row(Rest, _, _, Rest, Tail, Tail).

row_head(RowName, [V|Vs], Row, Head) :-
    append_one([V|Vs], Row, Args),
    Head =.. [RowName|Args].

append_one([], X, [X]).
append_one([Y|Ys], X, [Y|Zs]) :-
    append_one(Ys, X, Zs).

values_of([], []).
values_of([_-V|Pairs], [V|Vs]) :-
    values_of(Pairs, Vs).

%!  literal_rows(+Problem, +Arguments, +Name, +Spec, +Limit, -Reply) is det.
%
%   What the literals of one shape cover. Arguments are the target's arguments
%   that they mention ("1 2"); Spec says for each argument of predicate Name what
%   it is: a position in Arguments, `c` for a constant, `n` for a number, or `_`.
%   Each constant or number found makes a literal of its own; they are ranked by
%   the standard order of terms, numbers by value.
%
%   Reply is [Constants, Numbers, Packed]: the distinct constants, one a line (the
%   values of several `c` between tabs); the distinct numbers, one a line; and for
%   each solution, packed, the row, then the rank of its constants if there is a
%   `c`, then the rank of its number if there is an `n`.
%
%   @throws fold_error(not_a_number, ...), fold_error(runtime, ...),
%           fold_error(limit, ...)

:- det(literal_rows/6).
literal_rows(Name, Arguments0, Functor0, Spec0, Limit, [Constants, Numbers, Packed]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    arguments(Arguments0, Arguments),
    split_string(Spec0, " ", "", Spec),
    named(Functor0, Functor),
    length(Arguments, Length),
    length(Values, Length),
    literal(Spec, Values, Args, Cs, Ns),
    Goal =.. [Functor|Args],
    row_predicate(Arguments, RowName),
    row_head(RowName, Values, Row, RowGoal),
    solutions(Problem, Goal, Module:RowGoal, Limit, s(Cs, Ns, Row), Solutions),
    ranked(Cs, Ns, Solutions, Problem, Functor, Constants, Numbers, Integers),
    pack(Integers, Packed).

literal([], _, [], [], []).
literal([Part|Spec], Values, [Arg|Args], Cs, Ns) :-
    (   Part == "c"
    ->  Cs = [Arg|Cs1],
        Ns = Ns1
    ;   Part == "n"
    ->  Cs = Cs1,
        Ns = [Arg|Ns1]
    ;   Part == "_"
    ->  Cs = Cs1,
        Ns = Ns1
    ;   number_string(I, Part),
        nth1(I, Values, Arg),
        Cs = Cs1,
        Ns = Ns1
    ),
    literal(Spec, Values, Args, Cs1, Ns1).

%   Facts are enumerated and looked up among the rows, where one argument finds
%   the row; anything else is asked row by row, with its inputs bound.

solutions(Problem, Goal, RowGoal, Limit, Template, Solutions) :-
    (   facts_only(Problem, Goal),
        RowGoal = _:Row,
        functor(Row, _, 2)
    ->  Question = ( Problem:Goal, RowGoal )
    ;   Template = s([], [], _)
    ->  Question = ( RowGoal, \+ \+ Problem:Goal )
    ;   Question = ( RowGoal, Problem:Goal )
    ),
    ask(Question, Problem, Goal, Limit, Template, Solutions).

facts_only(Problem, Goal) :-
    \+ ( rule_at(Problem, Ref, _, _),
         functor(Goal, Name, Arity),
         functor(Head, Name, Arity),
         clause(Problem:Head, _, Ref) ).

ranked([], [], Solutions, _, _, "", "", Rows) :-
    !,
    plain_rows(Solutions, Rows).
ranked(Cs, Ns, Solutions, Problem, Functor, Constants, Numbers, Integers) :-
    check_numbers(Ns, Solutions, Problem, Functor),
    constant_ranks(Cs, Solutions, Constants, Ranked),
    number_ranks(Ns, Ranked, Numbers, Pairs),
    flat(Cs, Ns, Pairs, Integers).

plain_rows([], []).
plain_rows([s(_, _, Row)|Ss], [Row|Rows]) :-
    plain_rows(Ss, Rows).

check_numbers([], _, _, _) :- !.
check_numbers(_, Solutions, _, Functor) :-
    (   member(s(_, [N], _), Solutions),
        \+ number(N)
    ->  quoted(N, Text),
        throw(fold_error(not_a_number, '', 0, [Functor, Text]))
    ;   true
    ).

%   From s(Cs, Ns, Row) to r(Rank, Ns, Row).

constant_ranks(Cs, Solutions, Text, Ranked) :-
    sort(1, @=<, Solutions, Sorted),
    (   Cs == []
    ->  Text = "",
        rank_constants(Sorted, none, 0, Ranked, _)
    ;   rank_constants(Sorted, none, -1, Ranked, Distinct),
        with_output_to(string(Text), write_lines(Distinct))
    ).

rank_constants([], _, _, [], []).
rank_constants([s(Cs, Ns, Row)|Ss], Last, Rank0, [r(Rank, Ns, Row)|Rs], Distinct) :-
    (   Cs == Last
    ->  Rank = Rank0,
        Distinct = Distinct1
    ;   Rank is Rank0 + 1,
        Distinct = [Cs|Distinct1]
    ),
    rank_constants(Ss, Cs, Rank, Rs, Distinct1).

number_ranks([], Ranked, "", Ranked) :- !.
number_ranks(_, Ranked, Text, Pairs) :-
    sort(2, @=<, Ranked, Sorted),
    rank_numbers(Sorted, none, -1, Pairs, Distinct),
    with_output_to(string(Text), write_lines(Distinct)).

rank_numbers([], _, _, [], []).
rank_numbers([r(C, [N], Row)|Rs], Last, Rank0, [r(C, Rank, Row)|Ps], Distinct) :-
    (   number(Last),
        N =:= Last
    ->  Rank = Rank0,
        Distinct = Distinct1
    ;   Rank is Rank0 + 1,
        Distinct = [[N]|Distinct1]
    ),
    rank_numbers(Rs, N, Rank, Ps, Distinct1).

write_lines([]).
write_lines([Values|Lines]) :-
    tabbed(Values, Line),
    write(Line),
    (   Lines == []
    ->  true
    ;   nl,
        write_lines(Lines)
    ).

flat(_, _, [], []) :- !.
flat([], Ns, [r(_, N, Row)|Rs], [Row, N|Is]) :-
    !,
    flat([], Ns, Rs, Is).
flat(Cs, [], [r(C, _, Row)|Rs], [Row, C|Is]) :-
    !,
    flat(Cs, [], Rs, Is).
flat(Cs, Ns, [r(C, N, Row)|Rs], [Row, C, N|Is]) :-
    flat(Cs, Ns, Rs, Is).
