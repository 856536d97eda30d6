:- module(fold_aleph,
          [ leave_out_uncallable/2,     % +Problem, -Reply

            begin_sections/0,
            aleph_term/5                % +Term, +Problem, +Bindings, +File, +Line
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(fold_background, [add_background/5]).
:- use_module('../vetting/fold_builtins', [safe/1]).
:- use_module('../analysis/fold_calls', [body_call/3]).
:- use_module(fold_declarations, [declare/5]).
:- use_module(fold_directives, [foreign_directive/5]).
:- use_module('../problem/fold_examples', [add_example/6, example_at/5]).
:- use_module('../problem/fold_problem', [defined/3, rule_at/4]).
:- use_module('../terms/fold_text', [spaced/2]).
:- use_module('../vetting/fold_vet', [from_library/4, in_prolog/1]).

/** <module> Aleph's files

A file of Aleph's is background knowledge with directives that Aleph would run.
Those that describe the problem are kept as declarations. Clauses that steer Aleph's
own search and directives that mean nothing here are left out and declared as
skipped(Text), so that Python can report them. Where one file has everything, sections
separate background and examples: the global variable `fold_section` is `none` or the
name of the section that is being read. What stands in no section is background. A
section ends with its own mark, where the next begins, or with the file.
*/

%!  begin_sections is det.
%
%   Start a file, outside any section.

begin_sections :-
    nb_setval(fold_section, none).

%!  aleph_term(+Term, +Problem, +Bindings, +File, +Line) is det.
%
%   Add a term of a file of Aleph's to Problem: in a section of examples an example,
%   elsewhere background.

aleph_term(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    ( Term = (:- Directive) ; Term = (?- Directive) ),
    nonvar(Directive),
    !,
    aleph_directive(Directive, Problem, Bindings, File, Line).
aleph_term(Term, Problem, Bindings, File, Line) :-
    nb_getval(fold_section, Section),
    example_section(Section, Polarity),
    !,
    add_example(Term, Polarity, Problem, Bindings, File, Line).
aleph_term(Term, Problem, _, File, Line) :-
    hook(Term, Hook),
    !,
    skip(Hook, Problem, File, Line).
aleph_term(Term, Problem, Bindings, File, Line) :-
    add_background(Term, Problem, Bindings, File, Line).

example_section(in_pos, pos).
example_section(in_neg, neg).

%   hook(+Clause, -Indicator): Clause defines what Aleph itself would call.

hook(Clause, Name/Arity) :-
    nonvar(Clause),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    callable(Head),
    functor(Head, Name, Arity),
    hook_name(Name, Arity).

hook_name(false, 0).
hook_name(aleph_false, 0).
hook_name(refine, 2).
hook_name(aleph_refine, 2).
hook_name(portray, 1).
hook_name(aleph_portray, 1).
hook_name(aleph_portray, 2).
hook_name(prune, 1).
hook_name(aleph_prune, 1).
hook_name(cost, 3).
hook_name(aleph_cost, 3).
hook_name(prove, 2).

skip(What, Problem, File, Line) :-
    spaced(What, String),
    atom_string(Text, String),
    declare(Problem, skipped(Text), [], File, Line).

                /*******************************
                *          DIRECTIVES          *
                *******************************/

aleph_directive((A, B), Problem, Bindings, File, Line) :-
    nonvar(A),
    nonvar(B),
    !,
    aleph_directive(A, Problem, Bindings, File, Line),
    aleph_directive(B, Problem, Bindings, File, Line).
aleph_directive(Directive, _, _, _, _) :-
    section(Directive, Name),
    !,
    nb_setval(fold_section, Name).
aleph_directive(Directive, _, _, File, Line) :-
    section_end(Directive, Name),
    !,
    nb_getval(fold_section, Section),
    (   memberchk(Section, [Name, none])
    ->  nb_setval(fold_section, none)
    ;   throw(fold_error(no_section, File, Line, [Name, Section]))
    ).
aleph_directive(Directive, _, _, _, _) :-
    ignored(Directive),
    !.
aleph_directive(Directive, Problem, Bindings, File, Line) :-
    declaring(Directive, Declaration),
    !,
    declare(Problem, Declaration, Bindings, File, Line).
aleph_directive(Directive, Problem, Bindings, File, Line) :-
    foreign_directive(Directive, Problem, Bindings, File, Line).

section(begin_bg, bg).
section(begin_in_pos, in_pos).
section(begin_in_neg, in_neg).

section_end(end_bg, bg).
section_end(end_in_pos, in_pos).
section_end(end_in_neg, in_neg).

%   ignored(+Directive): it only starts Aleph, or makes it print.

ignored(aleph).
ignored(use_module(library(aleph))).
ignored(use_module(library(aleph), _)).
ignored(ensure_loaded(library(aleph))).
ignored([File]) :-
    is_aleph(File).
ignored(consult(File)) :-
    is_aleph(File).
ignored(ensure_loaded(File)) :-
    is_aleph(File).
ignored(use_module(File)) :-
    is_aleph(File).
ignored(use_rendering(_)).
ignored(use_rendering(_, _)).
ignored(aleph_read_all).
ignored(aleph_read_all(_)).
ignored(aleph_read_all(_, _, _)).
ignored(read_all(_)).
ignored(read_all).
ignored(induce).
ignored(induce(_)).
ignored(sat(_)).
ignored(reduce).

%   is_aleph(+File): a file of this name is Aleph itself.

is_aleph(File) :-
    atom(File),
    file_base_name(File, Base),
    memberchk(Base, [aleph, 'aleph.pl', 'aleph.pro', 'aleph.yap']).

declaring(set(Name, Value), set(Name, Value)).
declaring(aleph_set(Name, Value), set(Name, Value)).
declaring(lazy_evaluate(Spec), lazy_evaluate(Spec)).
declaring(positive_only(Spec), positive_only(Spec)).
declaring(commutative(Spec), skipped(Text)) :-
    spaced(commutative(Spec), String),
    atom_concat(':- ', String, Text).

                /*******************************
                *        ALEPH'S OWN CALLS     *
                *******************************/

%!  leave_out_uncallable(+Problem, -Reply) is det.
%
%   Delete the rules that call what no file defines: Aleph would, or nobody. In Aleph
%   such a call fails with a warning. A predicate that loses all its clauses is no longer
%   defined, so the rules that call it go as well. Reply has three strings for each rule:
%   its file, its line, and what calls what.

:- det(leave_out_uncallable/2).
leave_out_uncallable(Problem, Reply) :-
    findall(Ref, rule_at(Problem, Ref, _, _), Refs),
    findall(Number-Ref, nth1(Number, Refs, Ref), Rules),
    findall(Called-Rule,
            ( member(Rule, Rules),
              Rule = _-Ref,
              clause(Problem:_, Body, Ref),
              body_call(Body, Problem, Goal),
              functor(Goal, CalledName, Arity),
              Called = CalledName/Arity
            ),
            Calls),
    sort(Calls, Sorted),
    group_pairs_by_key(Sorted, Groups),
    list_to_assoc(Groups, Callers),
    leave_out_uncallable(Rules, Callers, Problem, Reply).

%   leave_out_uncallable(+Rules, +Callers, +Problem, -Reply)
%
%   Look at Rules, and then at those rules that call what they have defined.

leave_out_uncallable([], _, _, []) :-
    !.
leave_out_uncallable(Rules, Callers, Problem, Reply) :-
    findall(Rule, ( member(_-Ref, Rules), uncallable(Problem, Ref, Rule) ), Uncallable),
    maplist(leave_out(Problem), Uncallable, Undefined0),
    sort(Undefined0, Undefined),
    findall(Caller,
            ( member(Predicate, Undefined),
              get_assoc(Predicate, Callers, More),
              member(Caller, More)
            ),
            Next0),
    sort(Next0, Next),
    findall(Field,
            ( member(rule(_, File, Line, Text), Uncallable),
              member(Field, [File, Line, Text])
            ),
            Fields),
    leave_out_uncallable(Next, Callers, Problem, Rest),
    append(Fields, Rest, Reply).

uncallable(Problem, Ref, rule(Ref, File, Line, Text)) :-
    rule_at(Problem, Ref, File, Line),
    clause(Problem:Head, Body, Ref),
    once(( body_call(Body, Problem, Goal), alephs_own(Problem, Goal) )),
    functor(Head, Name, Arity),
    functor(Goal, Called, CalledArity),
    spaced(Name/Arity, Caller),
    spaced(Called/CalledArity, Callee),
    format(string(Text), "~s calls ~s", [Caller, Callee]).

alephs_own(Problem, Goal) :-
    functor(Goal, Name, Arity),
    Name \== '$unknown',                % which fold_vet reports
    \+ defined(Problem, Name, Arity),
    functor(Example, Name, Arity),
    \+ example_at(Problem, _, Example, _, _),
    (   shadowed(Name, Arity)
    ->  true
    ;   \+ safe(Goal),
        \+ from_library(Problem, Name, Arity, _),
        \+ in_prolog(Goal)
    ).

%   shadowed(?Name, ?Arity): a predicate of Aleph's that a library of Prolog has too.

shadowed(setting, 2).

%   leave_out(+Problem, +Rule, -Indicator): delete a rule of the predicate Indicator.

leave_out(Problem, rule(Ref, _, _, _), Name/Arity) :-
    clause(Problem:Head, _, Ref),
    erase(Ref),
    retractall(rule_at(Problem, Ref, _, _)),
    functor(Head, Name, Arity),
    (   predicate_property(Problem:Head, number_of_clauses(Left)),
        Left > 0
    ->  true
    ;   retractall(defined(Problem, Name, Arity))
    ).
