:- module(fold_relations,
          [ relation_facts/4,           % +Problem, +Name, +Arity, -Reply
            relation_solutions/7,       % +Problem, +Name, +Arity, +Inputs, +Rows,
                                        % +Limit, -Reply
            relation_calls/7            % +Problem, +Name, +Arity, +Inputs, +Rows,
                                        % +Limit, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2, nth0/3]).
:- use_module(fold_ask, [ask/6, place/4, reporting_asked/3]).
:- use_module('../problem/fold_objects', [object_of/4, objects/2, objects_of/4, terms_of/3]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../terms/fold_size', [max_answer_cells/1]).
:- use_module('../terms/fold_text', [named/2, numbers_in/2, pack/2, quoted/2, unpack/2]).

/** <module> Relations: all solutions of a background predicate

The solutions of a predicate are asked for once and cross to Python as packed object
numbers. Joining them into clauses and counting is done there.
*/

%!  relation_facts(+Problem, +Name, +Arity, -Reply) is det.
%
%   Reply is the objects of all facts of a predicate, fact by fact, packed. It is empty
%   if the predicate has rules or facts with variables: relation_solutions/7 asks those.

:- det(relation_facts/4).
relation_facts(Problem, Name0, Arity, Reply) :-
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

%!  relation_solutions(+Problem, +Name, +Arity, +Inputs, +Rows, +Limit, -Reply) is det.
%
%   Ask a predicate with given values of some arguments. Inputs are the numbers of these
%   arguments ("1 3"), Rows their objects, row by row, packed. Reply is the objects of
%   all solutions, packed.
%
%   @throws fold_error(runtime, ...), fold_error(limit, ...),
%           fold_error(not_bound, File, Line, [Name, Arity])

:- det(relation_solutions/7).
relation_solutions(Problem, Name0, Arity, Inputs, Rows0, Limit, [Packed]) :-
    question(Name0, Arity, Inputs, Rows0, Goal, Given, Rows),
    solutions(Problem, Goal, Given, Rows, Limit, Solutions),
    append(Solutions, Objects),
    pack(Objects, Packed).

question(Name0, Arity, Inputs0, Packed, Goal, Given, Rows) :-
    named(Name0, Name),
    functor(Goal, Name, Arity),
    numbers_in(Inputs0, Inputs),
    maplist(argument_of(Goal), Inputs, Given),
    length(Inputs, Width),
    unpack(Packed, Integers),
    rows_of(Integers, Width, Rows).

%!  relation_calls(+Problem, +Name, +Arity, +Inputs, +Rows, +Limit, -Reply) is det.
%
%   As relation_solutions/7, for calls that a theory may make and need not: a second
%   element of Reply is the numbers of the rows, from 0, for which the call is an error.
%
%   @throws fold_error(limit, ...), fold_error(memory, ...)

:- det(relation_calls/7).
relation_calls(Problem, Name0, Arity, Inputs, Rows0, Limit, [Packed, Errors]) :-
    question(Name0, Arity, Inputs, Rows0, Goal, Given, Rows),
    companion(Problem, Module),
    objects(Module, Trie),
    Goal =.. [_|Args],
    Question = ( nth0(Number, Rows, Row),
                 terms_of(Row, Module, Given),
                 answer(Problem:Goal, Answer),
                 numbered(Answer, Number, Args, Trie, Module, Objects) ),
    ask(fold_relations:Question, Problem, Goal, Limit, Objects, Answers),
    findall(Number, member(error(Number), Answers), Numbers0),
    sort(Numbers0, Numbers),
    pack(Numbers, Errors),
    findall(Objects, ( member(Objects, Answers), is_list(Objects) ), Solutions),
    append(Solutions, Integers),
    pack(Integers, Packed).

%   answer(:Goal, -Answer): Answer is `solution` or `error`.

answer(Problem:Goal, Answer) :-
    catch(( solution(Problem:Goal), Answer0 = solution ),
          error(Formal, Context),
          (   Formal = resource_error(_)
          ->  throw(error(Formal, Context))
          ;   Answer0 = error
          )),
    (   Answer0 == solution,
        \+ ground(Goal)
    ->  Answer = error
    ;   Answer = Answer0
    ).

numbered(error, Number, _, _, _, error(Number)).
numbered(solution, _, Args, Trie, Module, Objects) :-
    objects_of(Args, Trie, Module, Objects).

%   solutions(+Problem, +Goal, +Given, +Rows, +Limit, -Solutions)
%
%   Solutions has the objects of each solution of Goal. Each of Rows has the objects for
%   the variables Given of Goal. An error names the row that was being asked.

solutions(Problem, Goal, Given, Rows, Limit, Solutions) :-
    companion(Problem, Module),
    objects(Module, Trie),
    Goal =.. [_|Args],
    Question = ( member(Row, Rows),
                 nb_setval(fold_asked, Row),
                 terms_of(Row, Module, Given),
                 solution(Problem:Goal),
                 check_bound(Goal, Problem),
                 objects_of(Args, Trie, Module, Objects) ),
    reporting_asked(
        ask(fold_relations:Question, Problem, Goal, Limit, Objects, Solutions),
        Goal,
        ( nb_getval(fold_asked, Asked), terms_of(Asked, Module, Given) )).

%   solution(:Goal) is nondet.
%
%   Call Goal; once, if it has no variables.
%
%   @throws error(resource_error(_), _) where its answers have no end

solution(Problem:Goal) :-
    (   ground(Goal)
    ->  once(Problem:Goal)
    ;   Answers = cells(0),
        call(Problem:Goal),
        add_cells(Goal, Answers)
    ).

add_cells(Goal, Answers) :-
    arg(1, Answers, Before),
    term_size(Goal, Size),
    Cells is Before + Size,
    nb_setarg(1, Answers, Cells),
    max_answer_cells(Most),
    (   Cells > Most
    ->  throw(error(resource_error(tripwire(max_answer_cells, Most)), _))
    ;   true
    ).

check_bound(Goal, Problem) :-
    (   ground(Goal)
    ->  true
    ;   place(Problem, Goal, File, Line),
        functor(Goal, Name, Arity),
        quoted(Name, Quoted),
        throw(fold_error(not_bound, File, Line, [Quoted, Arity]))
    ).

argument_of(Goal, I, Value) :-
    arg(I, Goal, Value).

%   rows_of(+Integers, +Width, -Rows)
%
%   Rows of Width integers each; of width 0 there is one.

rows_of([], 0, [[]]) :- !.
rows_of([], _, []) :- !.
rows_of(Integers, Width, [Row|Rows]) :-
    length(Row, Width),
    append(Row, Rest, Integers),
    rows_of(Rest, Width, Rows).
