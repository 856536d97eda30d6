:- module(theory_support,
          [ theory/1,                   % -Text
            background/1,               % -Text
            with_theory/4,              % +Theory, +Background, -Problem, :Goal
            with_theory/6               % +Texts, +Theory, +Name, +Arity, -Problem, :Goal
          ]).
:- use_module(support).
:- use_module('../../prolog/theories/fold_theory', []).
:- use_module('../../prolog/vetting/fold_vet', []).

/** <module> Theories beside their background, for tests */

:- meta_predicate
    with_theory(+, +, -, 0),
    with_theory(+, +, +, +, -, 0).

theory("fly(X) :- bird(X), \\+ ab0(X).\nab0(X) :- penguin(X), \\+ ab1(X).\nab1(X) :- super(X).\n").
background("bird(X) :- penguin(X).\nbird(tweety). penguin(polly). penguin(pete). super(pete).\n").

%!  with_theory(+Theory, +Background, -Problem, :Goal) is semidet.
%!  with_theory(+Texts, +Theory, +Name, +Arity, -Problem, :Goal) is semidet.
%
%   Call Goal once while Problem has the background and a theory of fly/1, or of
%   Name/Arity.

with_theory(Theory, Background, Problem, Goal) :-
    with_theory(["bk"-Background], Theory, "fly", 1, Problem, Goal).

with_theory(Texts, Theory, Name, Arity, Problem, Goal) :-
    with_problem(Texts, Problem,
                 ( fold_theory:add_theory(Problem, "theory.pl", Theory, Name, Arity, _),
                   fold_vet:vet(Problem, _),
                   Goal )).
