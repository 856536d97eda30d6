:- module(fold_theory,
          [ add_theory/6,               % +Problem, +Path, +Text, +Name, +Arity, -Reply
            forget_examples/2,          % +Problem, -Reply
            derive/5,                   % +Problem, +Name, +Arity, +Limit, -Reply
            judge/6,                    % +Problem, +Name, +Arity, +Clauses, +Limit, -Reply
            example_atoms/2,            % +Problem, -Reply
            theory_clause/3             % +Problem, ?ClauseRef, ?Index
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(apply), [maplist/3]).
:- use_module(fold_text).
:- use_module(fold_ask, [ask/6, telling/3]).
:- use_module(fold_bind, [binding/3]).
:- use_module(fold_reserved, [definable/3]).
:- use_module(fold_load,
              [ read_all/4, define/4, add_rule/5, set_target/5,
                rule_at/4, companion/2 ]).

/** <module> A finished theory beside its background

The clauses of a theory join the problem's own and are vetted with them. What the
theory says of a predicate replaces what the background says of it, as when swipl
loads the one file after the other. Each clause also has a copy that can be asked
alone: `'fold clause'(Index, Arguments...)`.
*/

%!  add_theory(+Problem, +Path, +Text:string, +Name, +Arity, -Reply) is det.
%
%   Add the clauses of Text, which the file at Path holds, to define Name/Arity.
%   Reply has three strings for each predicate whose background clauses were
%   replaced: name, arity, and how many.

:- det(add_theory/6).
add_theory(Problem0, Path, Text, Name0, Arity, Reply) :-
    atom_string(Problem, Problem0),
    atom_string(File, Path),
    terms(Problem, File, Text, Terms),
    heads(Terms, File, Heads),
    named(Name0, Name),
    functor(Target, Name, Arity),
    replace(Problem, [Target|Heads], Reply),
    abolish_all_tables,                 % answers of an earlier theory
    define(Problem, Target, File, 0),
    add_clauses(Terms, 0, Problem, File).

terms(Problem, File, Text, Terms) :-
    companion(Problem, Companion),
    setup_call_cleanup(
        open_string(Text, In),
        read_all(In, File, fold_text, keep_term(Companion)),
        close(In)),
    findall(Term-Line, retract(Companion:term_at(Term, Line)), Terms).

keep_term(Companion, Term, _, Line) :-
    assertz(Companion:term_at(Term, Line)).

%   The heads of all clauses, those of directives left out.

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
    atom_string(Problem, Problem0),
    set_target(Problem0, Quoted, Arity, "false", [Facts, Rules]),
    Count is Facts + Rules,
    Count > 0.

%   add_clauses(+Terms, +Index, +Problem, +File)

add_clauses([], _, _, _).
add_clauses([(:- Directive)-_|Terms], Index, Problem, File) :-
    !,
    obey(Directive, Problem),
    add_clauses(Terms, Index, Problem, File).
add_clauses([Term-Line|Terms], Index, Problem, File) :-
    (   Term = (Head :- Body)
    ->  true
    ;   Head = Term,
        Body = true
    ),
    define(Problem, Head, File, Line),
    add_rule(Problem, (Head :- Body), File, Line, Ref),
    companion(Problem, Companion),
    assertz(Companion:clause_index(Ref, Index)),
    Head =.. [_|Args],
    Copy =.. ['fold clause', Index|Args],
    assertz(Problem:(Copy :- Body)),
    Next is Index + 1,
    add_clauses(Terms, Next, Problem, File).

%   The reader has refused all other directives. What recurses is tabled anyway.

obey(table(_), _).
obey(dynamic(_), _).

%!  theory_clause(+Problem, ?Ref, ?Index) is nondet.
%
%   Ref is the clause with this number, from 0, of the theory.

theory_clause(Problem, Ref, Index) :-
    companion(Problem, Companion),
    catch(Companion:clause_index(Ref, Index), error(existence_error(_, _), _), fail).

                /*******************************
                *            ASKING            *
                *******************************/

%!  forget_examples(+Problem, -Reply) is det.
%
%   Drop the examples that were read with the background.

forget_examples(Name, []) :-
    atom_string(Problem, Name),
    retractall(fold_load:raw_example(Problem, _, _, _, _)).

%!  judge(+Problem, +Name, +Arity, +Clauses, +Limit, -Reply) is det.
%
%   Which of the indexed examples does the theory make true? Reply is their
%   indices, packed; with Clauses "true" they are followed by those that each
%   clause covers by itself. A clause of another arity than the target covers none.

:- det(judge/6).
judge(Problem0, Name0, Arity, Clauses, Limit, [Holding|Covers]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    question(Companion, Atom, Problem:Atom, I, Question),
    telling(ask(Question, Problem, Atom, Limit, I, Indices),
            Atom,
            ( nb_getval(fold_asked, Asked), Companion:example(Asked, Atom) )),
    pack(Indices, Holding),
    (   Clauses == "true"
    ->  findall(Ref, theory_clause(Problem, Ref, _), Refs),
        maplist(covers(Problem, Companion, Atom, Limit), Refs, Covers)
    ;   Covers = []
    ).

question(Companion, Atom, Goal, I,
         ( Companion:example(I, Atom), nb_setval(fold_asked, I), \+ \+ Goal )).

covers(Problem, Companion, Atom, Limit, Ref, Packed) :-
    theory_clause(Problem, Ref, Index),
    clause(Problem:Head, _, Ref),
    Atom =.. [_|Args],
    (   functor(Atom, _, Arity),
        functor(Head, _, Arity)
    ->  Copy =.. ['fold clause', Index|Args],
        question(Companion, Atom, Problem:Copy, I, Question),
        functor(Head, Name, _),
        functor(Blamed, Name, Arity),
        ask(Question, Problem, Blamed, Limit, I, Indices)
    ;   Indices = []
    ),
    pack(Indices, Packed).

%!  example_atoms(+Problem, -Reply) is det.
%
%   The indexed examples, each as its text.

example_atoms(Name, Texts) :-
    atom_string(Problem, Name),
    companion(Problem, Companion),
    findall(Text,
            ( Companion:example(_, Atom),
              spaced(Atom, Text)
            ),
            Texts).

%!  derive(+Problem, +Name, +Arity, +Limit, -Reply) is det.
%
%   Make all atoms of the target that the theory makes true the examples, in
%   standard order. Reply is their number. Candidates are bound as far as this is
%   safe and then asked for, so that the place of a negation does not matter.
%
%   @throws fold_error(unbound, File, Line, [Variables]) where nothing binds the head

:- det(derive/5).
derive(Problem0, Name0, Arity, Limit, [Count]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    companion(Problem, Companion),
    functor(Atom, Name, Arity),
    findall(Candidates,
            ( rule_at(Problem, Ref, File, Line),
              clause(Problem:Atom, Body, Ref),
              candidates(Problem, Atom, Body, File-Line, Limit, Candidates)
            ),
            Lists),
    findall(A, ( member(List, Lists), member(A, List) ), Unsorted),
    sort(Unsorted, Atoms),
    retractall(Companion:example(_, _)),
    number_atoms(Atoms, Companion, 0, Count).

number_atoms([], _, Count, Count).
number_atoms([Atom|Atoms], Companion, I, Count) :-
    assertz(Companion:example(I, Atom)),
    I1 is I + 1,
    number_atoms(Atoms, Companion, I1, Count).

candidates(Problem, Head, Body, Place, Limit, Atoms) :-
    binding(Body, Problem, Binding),
    ask(( Binding,
          fold_theory:bound(Head, Place),
          \+ \+ Problem:Head
        ),
        Problem, Head, Limit, Head, Atoms0),
    sort(Atoms0, Atoms).

bound(Head, File-Line) :-
    (   ground(Head)
    ->  true
    ;   spaced(Head, Text),
        throw(fold_error(unbound, File, Line, [Text]))
    ).
