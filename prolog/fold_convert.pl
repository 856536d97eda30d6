:- module(fold_convert,
          [ background_text/2,          % +Problem, -Reply
            example_text/4              % +Problem, +From, +To, -Reply
          ]).
:- use_module(library(listing), [portray_clause/3]).
:- use_module(fold_load, [defined/3, companion/2]).

/** <module> A problem as the text of our own files

What was read, whatever the dialect, is written with the standard operators only,
so that the text means the same wherever it is read.
*/

%!  background_text(+Problem:string, -Reply) is det.
%
%   Reply is a text of sentences and clauses for each predicate, in the order of
%   their definition.

:- det(background_text/2).
background_text(Name, [Sentences|Texts]) :-
    atom_string(Problem, Name),
    with_output_to(string(Sentences),
                   forall(fold_load:declaration(Problem, pred(Sentence), _, _, _),
                          write_clause((:- pred(Sentence))))),
    findall(Text,
            ( defined(Problem, Functor, Arity),
              functor(Head, Functor, Arity),
              with_output_to(string(Text), write_clauses(Problem, Head))
            ),
            Texts).

write_clauses(Problem, Head) :-
    (   \+ clause(Problem:Head, _)
    ->  functor(Head, Functor, Arity),
        write_clause((:- dynamic(Functor/Arity)))
    ;   forall(clause(Problem:Head, Body), write_clause((Head :- Body)))
    ).

write_clause(Clause) :-
    portray_clause(current_output, Clause, [module(fold_text), portray(false)]).

%!  example_text(+Problem:string, +From, +To, -Reply) is det.
%
%   Reply is one text of the examples with indices From up to, not with, To.

:- det(example_text/4).
example_text(Name, From, To, [Text]) :-
    atom_string(Problem, Name),
    companion(Problem, Module),
    Last is To - 1,
    with_output_to(string(Text),
                   forall(( between(From, Last, Index),
                            Module:example(Index, Atom)
                          ),
                          write_clause(Atom))).
