:- module(fold_theory,
          [ add_theory/6,               % +Problem, +Path, +Text, +Name, +Arity, -Reply
            derive/6,                   % +Problem, +Name, +Arity, +Skipped, +Limit, -Reply
            theory_clause/3             % +Problem, ?ClauseRef, ?Index
          ]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module('../answering/fold_ask', [ask/6]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module('../problem/fold_problem', [add_rule/5, changing/1, companion/2, define/4, rule_at/4]).
:- use_module('../loading/fold_read', [read_theory/3]).
:- use_module('../problem/fold_reserved', [definable/3]).
:- use_module('../terms/fold_size', [max_table_answers/1]).
:- use_module('../problem/fold_target', [set_target/5]).
:- use_module('../terms/fold_text', [named/2, quoted/2, quoted_with_names/3]).

/** <module> A learned theory and its background

The clauses of a theory are added to those of the problem and checked with them. Where
both define a predicate, the theory's clauses replace the background's, as when swipl
loads the one file after the other.
*/

%!  add_theory(+Problem, +Path, +Text:string, +Name, +Arity, -Reply) is det.
%
%   Add the clauses of Text, which the file at Path holds, to define Name/Arity.
%   Reply has three strings for each predicate whose background clauses are replaced:
%   name, arity, and how many clauses.

:- det(add_theory/6).
add_theory(Problem, Path, Text, Name0, Arity, Reply) :-
    atom_string(File, Path),
    terms(Problem, File, Text, Terms),
    heads(Terms, File, Heads),
    named(Name0, Name),
    functor(Target, Name, Arity),
    forget_clauses(Problem),
    forall(changing(Problem), true),
    replace(Problem, [Target|Heads], Reply),
    abolish_all_tables,                 % they have answers of an earlier theory
    define(Problem, Target, File, 0),
    add_clauses(Terms, 0, Problem, File).

%   terms(+Problem, +File, +Text, -Terms): the terms of Text, each as Term-Line.

terms(Problem, File, Text, Terms) :-
    companion(Problem, Companion),
    read_theory(Text, File, keep_term(Companion)),
    findall(Term-Line, retract(Companion:term_at(Term, Line)), Terms).

keep_term(Companion, Term, _, Line) :-
    assertz(Companion:term_at(Term, Line)).

%   heads(+Terms, +File, -Heads): the heads of all clauses, without directives.

heads([], _, []).
heads([Term-Line|Terms], File, Heads) :-
    (   head_of(Term, Head)
    ->  (   callable(Head)
        ->  definable(Head, File, Line),
            Heads = [Head|Heads1]
        ;   throw(fold_error(not_a_clause, File, Line, ["no clause"]))
        )
    ;   Heads = Heads1
    ),
    heads(Terms, File, Heads1).

head_of(Term, _) :- nonvar(Term), Term = (:- _), !, fail.
head_of(Term, Head) :- nonvar(Term), Term = (Head :- _), !.
head_of(Head, Head).

%   forget_clauses(+Problem)
%
%   Remove the numbers of the clauses of an earlier theory.

forget_clauses(Problem) :-
    companion(Problem, Companion),
    dynamic(Companion:clause_index/2),
    retractall(Companion:clause_index(_, _)).

%   replace(+Problem, +Heads, -Reply): delete the background clauses for Heads.

replace(Problem, Heads, Reply) :-
    findall(Name/Arity, ( member(Head, Heads), functor(Head, Name, Arity) ), All),
    sort(All, Predicates),
    findall(Field,
            ( member(Predicate, Predicates),
              replaced(Problem, Predicate, Fields),
              member(Field, Fields)
            ),
            Reply).

replaced(Problem, Name/Arity, [Quoted, Arity, Count]) :-
    quoted(Name, Quoted),
    set_target(Problem, Quoted, Arity, "false", [Facts, Rules]),
    Count is Facts + Rules,
    Count > 0.

%   add_clauses(+Terms, +Index, +Problem, +File): add clauses numbered from Index.

add_clauses([], _, _, _).
add_clauses([(:- Directive)-_|Terms], Index, Problem, File) :-
    !,
    harmless(Directive),
    add_clauses(Terms, Index, Problem, File).
add_clauses([Term-Line|Terms], Index, Problem, File) :-
    (   Term = (Head :- Body0)
    ->  negated_by_plus(Body0, Body)
    ;   Head = Term,
        Body = true
    ),
    define(Problem, Head, File, Line),
    add_rule(Problem, (Head :- Body), File, Line, Ref),
    companion(Problem, Companion),
    assertz(Companion:clause_index(Ref, Index)),
    Next is Index + 1,
    add_clauses(Terms, Next, Problem, File).

%   negated_by_plus(+Body, -Negated): Body with `\+ p(X)` for `not p(X)`, by which
%   exceptions are recognised.

negated_by_plus(Body, Body) :- var(Body), !.
negated_by_plus((A0, B0), (A, B)) :-
    !,
    negated_by_plus(A0, A),
    negated_by_plus(B0, B).
negated_by_plus(not(Goal), \+ Goal) :- !.
negated_by_plus(Goal, Goal).

%   harmless(+Directive): Python lets no other directive pass. Predicates that recurse
%   are tabled in any case, text is read as strings, the library is loaded, and what the
%   background says of the target is replaced.

harmless(table(_)).
harmless(dynamic(_)).
harmless(set_prolog_flag(double_quotes, string)).
harmless(use_module(library(lists), [])).
harmless(system:use_module(library(lists), [])).
harmless(abolish(_)).

%!  theory_clause(+Problem, ?ClauseRef, ?Index) is nondet.
%
%   ClauseRef is the clause with this number, from 0, of the theory.

theory_clause(Problem, Ref, Index) :-
    companion(Problem, Companion),
    catch(Companion:clause_index(Ref, Index), error(existence_error(_, _), _), fail).

                /*******************************
                *            ASKING            *
                *******************************/

%!  derive(+Problem, +Name, +Arity, +Skipped, +Limit, -Reply) is det.
%
%   Replace the indexed examples by all atoms of Name/Arity that the theory makes true,
%   in standard order. Reply is their number. Candidates are bound by what can run
%   unbound and then asked, so that the place of a negation in a body does not matter.
%   If Skipped is "negations", clauses that have nothing else in their bodies are skipped.
%
%   @throws fold_error(unbound, File, Line, [Head]) if nothing binds the head
%   @throws fold_error(endless, File, Line, [Name, Atoms]) if there are more than this
%           many atoms, or they are too large

:- det(derive/6).
derive(Problem, Name0, Arity, Skipped, Limit, [Count]) :-
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    all_candidates(Problem, Atom, Skipped, Limit, Lists),
    append(Lists, Unsorted),
    sort(Unsorted, Atoms),
    retractall(Companion:example(_, _)),
    number_atoms(Atoms, Companion, 0, Count).

%   all_candidates(+Problem, +Atom, +Skipped, +Limit, -Lists): for each clause of the
%   theory, a list of the atoms like Atom that it makes true.

all_candidates(Problem, Atom, Skipped, Limit, Lists) :-
    max_listed_atoms(Atoms),
    max_listed_cells(Cells),
    Left = left(Atoms, Cells),
    setup_call_cleanup(
        trie_new(Verdicts),
        findall(Candidates,
                ( clause(Problem:Atom, Body, Ref),
                  \+ ( Skipped == "negations", negations(Body) ),
                  rule_at(Problem, Ref, File, Line),
                  call_loading(
                      fold_bind:binding(Atom, Body, Problem, Verdicts, Binding)),
                  candidates(Problem, Atom, Binding, File-Line, Limit, Left, Candidates)
                ),
                Lists),
        trie_destroy(Verdicts)).

negations((A, B)) :-
    !,
    negations(A),
    negations(B).
negations(\+ _).

number_atoms([], _, Count, Count).
number_atoms([Atom|Atoms], Companion, I, Count) :-
    assertz(Companion:example(I, Atom)),
    I1 is I + 1,
    number_atoms(Atoms, Companion, I1, Count).

%   max_listed_atoms(-Count), max_listed_cells(-Count): of the atoms that are listed, each
%   as often as it is found. They take about a gigabyte of memory.

max_listed_atoms(1 000 000).
max_listed_cells(12 000 000).

%   candidates(+Problem, +Head, +Binding, +Place, +Limit, !Left, -Atoms:ordset)
%
%   The instances of Head that Binding finds and that are true. Left(Atoms, Cells) says
%   how many may still be found.

candidates(Problem, Head, Binding, Place, Limit, Left, Atoms) :-
    catch(limiting_answers(
              ask(( Binding,
                    fold_theory:bound(Head, Place),
                    \+ \+ Problem:Head,
                    fold_theory:listed(Left, Head)
                  ),
                  Problem, Head, Limit, Head, Atoms0)),
          fold_error(growing, _, _, _),
          endless(Head, Place)),
    sort(Atoms0, Atoms).

bound(Head, File-Line) :-
    (   ground(Head)
    ->  true
    ;   quoted_with_names(Head, [], Text),
        throw(fold_error(unbound, File, Line, [Text]))
    ).

listed(Left, Atom) :-
    Left = left(Atoms0, Cells0),
    term_size(Atom, Size),
    Atoms is Atoms0 - 1,
    Cells is Cells0 - Size,
    (   Atoms >= 0,
        Cells >= 0
    ->  nb_setarg(1, Left, Atoms),
        nb_setarg(2, Left, Cells)
    ;   throw(fold_error(growing, '', 0, []))
    ).

%   limiting_answers(:Goal): call Goal, where no table may have more answers than are
%   listed.

limiting_answers(Goal) :-
    max_listed_atoms(Most),
    max_table_answers(MostElsewhere),
    setup_call_cleanup(
        set_prolog_flag(max_answers_for_subgoal, Most),
        Goal,
        set_prolog_flag(max_answers_for_subgoal, MostElsewhere)).

%   endless(+Head, +Place): report that what Head holds of is not listed.

endless(Head, File-Line) :-
    functor(Head, Name, Arity),
    quoted(Name, Quoted),
    max_listed_atoms(Most),
    throw(fold_error(endless, File, Line, [Quoted, Arity, Most])).
