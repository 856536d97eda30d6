:- module(fold_aleph,
          [ begin_sections/0,
            aleph_term/5,               % +Term, +Problem, +Bindings, +File, +Line
            end_sections/1              % +File
          ]).
:- use_module(fold_background, [add_background/5]).
:- use_module(fold_declarations, [declare/5]).
:- use_module(fold_directives, [foreign_directive/5]).
:- use_module(fold_examples, [add_example/6]).
:- use_module(fold_text, [spaced/2]).

/** <module> Aleph's files

A file of Aleph's is background knowledge with directives that Aleph would run.
Those that describe the problem are kept as declarations. Clauses that steer Aleph's
own search and directives that mean nothing here are left out and declared as
skipped(Text), so that Python can report them. Where one file has everything, sections
separate background and examples: the global variable `fold_section` is `none` or the
Name-Line of the section that is being read.
*/

%!  begin_sections is det.
%
%   Start a file, outside any section.

begin_sections :-
    nb_setval(fold_section, none).

%!  end_sections(+File) is det.
%
%   @throws fold_error(section, File, Line, [Section]) if a section is open

end_sections(File) :-
    nb_getval(fold_section, Section),
    (   Section = Name-Line
    ->  throw(fold_error(section, File, Line, [Name]))
    ;   true
    ).

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

example_section(in_pos-_, pos).
example_section(in_neg-_, neg).

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

aleph_directive(Directive, _, _, File, Line) :-
    section(Directive, Name),
    !,
    end_sections(File),
    nb_setval(fold_section, Name-Line).
aleph_directive(Directive, _, _, File, Line) :-
    section_end(Directive, Name),
    !,
    (   nb_getval(fold_section, Name-_)
    ->  nb_setval(fold_section, none)
    ;   throw(fold_error(no_section, File, Line, [Name]))
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

declaring(set(Name, Value), set(Name, Value)).
declaring(aleph_set(Name, Value), set(Name, Value)).
declaring(lazy_evaluate(Spec), lazy_evaluate(Spec)).
declaring(positive_only(Spec), positive_only(Spec)).
declaring(commutative(Spec), skipped(Text)) :-
    spaced(commutative(Spec), String),
    atom_concat(':- ', String, Text).
