:- module(fold_declarations,
          [ declarations/2,             % +Problem, -Reply

            declaration/5,              % ?Problem, ?Term, ?Bindings, ?File, ?Line
            declare/5,                  % +Problem, +Term, +Bindings, +File, +Line
            declaring_directive/1,      % +Directive
            declaring_fact/1            % +Fact
          ]).
:- use_module('../fold_modules', [call_loading/1]).
:- use_module('../problem/fold_problem', []).

/** <module> Declarations: what files say to the learner

Modes, types, determinations, settings and sentences are kept as terms, in the order of
the files. Python reads and understands them.
*/

%!  declaration(?Problem, ?Term, ?Bindings, ?File, ?Line) is nondet.
%
%   Term is a declaration of Problem; Bindings are the names of its variables.

:- dynamic declaration/5.

fold_problem:forget(Problem) :-
    retractall(declaration(Problem, _, _, _, _)).

%!  declare(+Problem, +Term, +Bindings, +File, +Line) is det.
%
%   Keep a declaration for Python to read.

declare(Problem, Term, Bindings, File, Line) :-
    assertz(declaration(Problem, Term, Bindings, File, Line)).

%!  declarations(+Problem, -Reply) is det.
%
%   Each declaration as JSON: the term, its file and its line, in file order.

declarations(Problem, Texts) :-
    findall(Text,
            ( declaration(Problem, Term, Bindings, File0, Line),
              atom_string(File0, File),
              Object = object([term=term(Term, Bindings), file=File, line=Line]),
              with_output_to(string(Text), call_loading(fold_json:json_write(Object)))
            ),
            Texts).

%!  declaring_directive(+Directive) is semidet.
%
%   Directive declares something to the learner.

declaring_directive(modeh(_, _)).
declaring_directive(modeb(_, _)).
declaring_directive(modeh(_)).
declaring_directive(modeb(_)).
declaring_directive(mode(_, _)).
declaring_directive(determination(_, _)).
declaring_directive(pred(_)).
declaring_directive(set(_, _)).

%!  declaring_fact(+Fact) is semidet.
%
%   Fact declares something to the learner, as facts do in FOIL's and Popper's files.
%   Facts of set/2 with other names are the user's own.

declaring_fact(foil_predicates(_)).
declaring_fact(foil_numeric_predicates(_)).
declaring_fact(foil_cwa(_)).
declaring_fact(foil_use_negations(_)).
declaring_fact(foil_det_lit_bound(_)).
declaring_fact(set(Name, _)) :-
    search_setting(Name).
declaring_fact(Fact) :-
    declaring_directive(Fact),
    Fact \= pred(_),
    Fact \= set(_, _).

search_setting(Name) :-
    atom(Name),
    memberchk(Name, [ i, clauselength, max_body, max_vars, max_clauses, single_types,
                      datalog ]).
