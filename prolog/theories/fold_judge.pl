:- module(fold_judge,
          [ free_answers/1,             % -Reply
            judge/5,                    % +Problem, +Name, +Arity, +Limit, -Reply
            begin_clauses/4,            % +Problem, +Name, +Arity, -Reply
            end_clauses/3,              % +Problem, +Arity, -Reply
            judge_clauses/7,            % +Problem, +Name, +Arity, +First, +Last,
                                        % +Limit, -Reply
            endless/4,                  % +Problem, +Name, +Arity, -Reply
            limit_answers/2             % +Problem, -Reply
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4, partition/4]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module('../answering/fold_ask', [ask/6, reporting_asked/3]).
:- use_module(fold_clause_copies, [add_copies/3, remove_copies/2]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module('../problem/fold_problem', [companion/2]).
:- use_module('../terms/fold_size', [max_table_size/1]).
:- use_module('../terms/fold_text', [named/2, pack/2]).
:- use_module(fold_theory, [theory_clause/3]).
:- use_module(fold_theory_calls,
              [ add_call_sites/2,
                example_calls/4,
                example_calls/5,
                theory_calls/3
              ]).

/** <module> What a theory, and each of its clauses, says of the examples

The theory is that which add_theory/6 added last. Numbers of examples are packed.
*/

%!  judge(+Problem, +Name, +Arity, +Limit, -Reply) is det.
%
%   Reply is the indices of the examples that the theory makes true, packed.

:- det(judge/5).
judge(Problem, Name0, Arity, Limit, [Packed]) :-
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    Question = ( Companion:example(I, Atom),
                 nb_setval(fold_asked, I),
                 \+ \+ Problem:Atom ),
    reporting_asked(
        ask(Question, Problem, Atom, Limit, I, Indices),
        Atom,
        ( nb_getval(fold_asked, Asked), Companion:example(Asked, Atom) )),
    pack(Indices, Packed).

%!  endless(+Problem, +Name, +Arity, -Reply) is det.
%
%   As endless_untabled/4, whose module is only loaded where something may be tabled.

:- det(endless/4).
endless(Problem, Name, Arity, Reply) :-
    (   module_property(fold_table, file(_))
    ->  call_loading(fold_untabled:endless_untabled(Problem, Name, Arity, Reply))
    ;   Reply = []
    ).

%!  limit_answers(+Problem, -Reply) is det.
%!  free_answers(-Reply) is det.
%
%   From the first to the second, an answer of a table that is much larger than each
%   example is an error: so far only a theory goes that has no end. With variables in its
%   answers, such a theory takes a time that grows with the cube of their size.

:- det(limit_answers/2).
limit_answers(Problem, []) :-
    companion(Problem, Companion),
    aggregate_all(max(Size),
                  ( Companion:example(_, Atom),
                    term_size(Atom, Size)
                  ),
                  Largest),
    max_table_size(Most),
    Cells is min(Most, max(1000, 4 * Largest)),
    set_prolog_flag(max_table_answer_size, Cells).

:- det(free_answers/1).
free_answers([]) :-
    max_table_size(Cells),
    set_prolog_flag(max_table_answer_size, Cells).

%!  begin_clauses(+Problem, +Name, +Arity, -Reply) is det.
%!  end_clauses(+Problem, +Arity, -Reply) is det.
%
%   Between the two, judge_clauses/7 asks about the clauses of the theory. Reply is a packed
%   list: the numbers of the clauses to which Name/Arity does not lead.

:- det(begin_clauses/4).
begin_clauses(Problem, Name0, Arity, [Unknown]) :-
    named(Name0, Name),
    theory_calls(Problem, Name/Arity, Predicates),
    nb_setval(fold_judged, Predicates),
    add_all_copies(Problem, Arity, Predicates),
    findall(Index, unknown_clause(Problem, Predicates, [], Index), Indices),
    pack(Indices, Unknown).

:- det(end_clauses/3).
end_clauses(Problem, Arity, []) :-
    nb_setval(fold_judged, []),
    remove_copies(Problem, Arity).

add_all_copies(Problem, Arity, Predicates) :-
    partition(asked_directly, Predicates, Direct, Called),
    remove_copies(Problem, Arity),
    add_copies(Problem, Direct, direct),
    add_copies(Problem, Called, called),
    add_call_sites(Problem, Called).

%!  judge_clauses(+Problem, +Name, +Arity, +First, +Last, +Limit, -Reply) is det.
%
%   Reply is three packed lists: numbers of clauses and, beside each, twice the index,
%   from First to Last, of an example that the clause covers without its exceptions,
%   plus one if it covers it with them as well; then the numbers of the clauses of which
%   that is not known, since they end in an error where the theory does not. A helper
%   predicate covers an example if it holds of what it is called with; see
%   fold_theory_calls.
%
%   All clauses are asked about an example before the next, which takes a third of the
%   time of asking one clause after the other. Where that ends in an error, they are
%   asked one by one.

:- det(judge_clauses/7).
judge_clauses(Problem, Name0, Arity, First, Last, Limit, [Clauses, Codes, Unknown]) :-
    named(Name0, Name),
    nb_getval(fold_judged, Predicates),
    (   catch(together(Problem, Name/Arity, First-Last, Limit, Predicates, Pairs),
              fold_error(_, _, _, _),
              fail)
    ->  Indices = []
    ;   remove_copies(Problem, Arity),
        one_by_one(Problem, First-Last, Limit, Predicates, Pairs, Raised),
        blame_clause(Raised, Problem, Name0, Arity, Limit),
        findall(Index, unknown_clause(Problem, Predicates, Raised, Index), Indices),
        add_all_copies(Problem, Arity, Predicates)
    ),
    pairs_keys_values(Pairs, Keys, Values),
    pack(Keys, Clauses),
    pack(Values, Codes),
    pack(Indices, Unknown).

%   together(+Problem, +Target, +Range, +Limit, +Predicates, -Pairs): what clauses cover of
%   the examples in Range, as pairs of their Index and the code of an example.

together(Problem, Name/Arity, First-Last, Limit, Predicates, Pairs) :-
    companion(Problem, Companion),
    partition(asked_directly, Predicates, _, Called),
    functor(Atom, Name, Arity),
    Atom =.. [_|Args],
    Copy =.. ['fold clause', Index, Covered|Args],
    examples(First-Last, Companion, I, Atom, Examples),
    Question = ( Examples,
                 (   Companion:Copy
                 ;   Called = [_|_],
                     fold_theory_calls:example_calls(Problem, Called, Args, Calls),
                     fold_judge:called_cover(Companion, Calls, Index, Covered)
                 ),
                 Code is 2 * I + Covered ),
    ask(Question, Problem, Atom, Limit, Index-Code, Pairs).

asked_directly(called(_, direct, _)).

%   examples(+Range, +Companion, -I, -Atom, -Goal): Goal gives the examples in Range. Going
%   through all takes a tenth of the time of looking each up.

examples(0-Last, Companion, I, Atom, Companion:example(I, Atom)) :-
    predicate_property(Companion:example(_, _), number_of_clauses(Count)),
    Count =:= Last + 1,
    !.
examples(First-Last, Companion, I, Atom,
         ( between(First, Last, I), Companion:example(I, Atom) )).

called_cover(Companion, Calls, Index, Covered) :-
    findall(Index0-Covered0,
            ( member(Predicate-Lists, Calls),
              member(Args, Lists),
              Companion:'fold called'(Predicate, Args, Index0, Covered0) ),
            Found0),
    sort(Found0, Found),
    member(Index-Covered, Found).

%   one_by_one(+Problem, +Range, +Limit, +Predicates, -Pairs, -Raised): as together/6; a
%   clause that has ended in an error, or a predicate whose calls have, is not asked
%   again. Raised has Key-Error for these: the Index of a clause, or Name/Arity.

one_by_one(Problem, Range, Limit, Predicates, Pairs, Raised) :-
    companion(Problem, Companion),
    dynamic(Companion:'fold raised'/2),
    Predicates = [called(_/Arity, _, _)|_],
    Answers = guarded_answers(Problem, Limit),
    setup_call_cleanup(
        (   add_copies(Problem, Predicates, called),
            add_call_sites(Problem, Predicates)
        ),
        (   findall(Pair, guarded_pair(Problem, Range, Predicates, Answers, Pair), Pairs),
            findall(Key-Error, Companion:'fold raised'(Key, Error), Raised)
        ),
        (   remove_copies(Problem, Arity),
            retractall(Companion:'fold raised'(_, _))
        )).

guarded_pair(Problem, First-Last, Predicates, Answers, Index-Code) :-
    companion(Problem, Companion),
    between(First, Last, I),
    Companion:example(I, Atom),
    Atom =.. [_|Args],
    example_calls(Problem, Predicates, Args, Answers, Calls),
    clause_cover(Problem, Answers, Calls, Index, Covered),
    Code is 2 * I + Covered.

clause_cover(Problem, Answers, Calls, Index, Covered) :-
    companion(Problem, Companion),
    member(Name/Arity-Lists, Calls),
    functor(Head, Name, Arity),
    theory_clause_of(Problem, Head, Index),
    Goal = ( member(Args, Lists),
             Companion:'fold called'(Name/Arity, Args, Index, Covered0) ),
    call(Answers, Index-Name/Arity, Covered0, fold_judge:Goal, Found0),
    sort(Found0, Found),
    member(Covered, Found).

theory_clause_of(Problem, Head, Index) :-
    clause(Problem:Head, _, Ref),
    theory_clause(Problem, Ref, Index).

%   guarded_answers(+Problem, +Limit, +Key, +Template, +Goal, -List): as findall/3, within
%   Limit; nothing where asking about Key has ended in an error.

guarded_answers(Problem, Limit, Key, Template, Goal, List) :-
    companion(Problem, Companion),
    (   Companion:'fold raised'(Key, _)
    ->  List = []
    ;   blamed(Key, Blamed),
        catch(ask(Goal, Problem, Blamed, Limit, Template, List),
              Error,
              ( Error = fold_error(Kind, _, _, _), memberchk(Kind, [runtime, limit])
              ->  assertz(Companion:'fold raised'(Key, Error)),
                  List = []
              ;   throw(Error)
              ))
    ).

blamed(_-Name/Arity, Blamed) :- !, functor(Blamed, Name, Arity).
blamed(Name/Arity, Blamed) :- functor(Blamed, Name, Arity).

%   blame_clause(+Raised, +Problem, +Name, +Arity, +Limit): where the theory ends in an
%   error as well, throw that of the first clause that does.

blame_clause([], _, _, _, _).
blame_clause([_-Error|_], Problem, Name, Arity, Limit) :-
    catch(judge(Problem, Name, Arity, Limit, _),
          fold_error(Kind, _, _, _),
          ( memberchk(Kind, [runtime, limit]) -> throw(Error) ; true )).

%   unknown_clause(+Problem, +Predicates, +Raised, -Index): it is not known of the clause
%   what it covers: it has ended in an error, or what its predicate is called with.

unknown_clause(Problem, Predicates, Raised, Index) :-
    empty_assoc(None),
    foldl(known_predicate(Raised), Predicates, None, Known),
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    functor(Head, Name, Arity),
    (   get_assoc(Name/Arity, Known, true)
    ->  memberchk(Index-_-_, Raised)
    ;   true
    ).

known_predicate(Raised, called(Predicate, _, Sites), Known0, Known) :-
    \+ memberchk(Predicate-_, Raised),
    \+ ( member(site(Caller, _, _), Sites), \+ get_assoc(Caller, Known0, true) ),
    !,
    put_assoc(Predicate, Known0, true, Known).
known_predicate(_, _, Known, Known).
