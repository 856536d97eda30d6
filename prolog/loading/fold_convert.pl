:- module(fold_convert,
          [ background_text/3,          % +Problem, +Without, -Reply
            background_clauses/2,       % +Problem, -Reply
            example_text/4              % +Problem, +From, +To, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(listing), [portray_clause/3]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(fold_declarations, [declaration/5]).
:- use_module(fold_directives, [declared_tabled/3, loads_library/2]).
:- use_module('../terms/fold_json', [json_write/1]).
:- use_module('../explaining/fold_nodes', [names/2]).
:- use_module('../problem/fold_problem', [companion/2, defined/3, rule_at/4, trusted/1]).
:- use_module('../terms/fold_text', [named/2]).
:- use_module(fold_trust, [lambda_name/1]).

/** <module> A problem as the text of files

Clauses and examples, read from whatever dialect, are written with the standard
operators only, so that any Prolog reads them back as the same terms.
*/

%!  background_text(+Problem, +Without:string, -Reply) is det.
%
%   Reply is a text of all sentences and of the libraries that Prolog does not load by
%   itself, and a text of the clauses of each predicate in the order of their definition,
%   without those whose names, each after a newline, are in Without.

:- det(background_text/3).
background_text(Problem, Without0, [Declarations|Texts]) :-
    split_string(Without0, "\n", "", [_|Names]),
    maplist(named, Names, Without),
    with_output_to(string(Declarations), write_declarations(Problem)),
    findall(Text,
            ( written(Problem, Functor, Arity),
              \+ memberchk(Functor, Without),
              functor(Head, Functor, Arity),
              with_output_to(string(Text), write_clauses(Problem, Head))
            ),
            Texts).

written(Problem, Functor, Arity) :-
    defined(Problem, Functor, Arity).
written(Problem, Functor, Arity) :-
    made_for_lambda(Problem, Functor, Arity).

write_declarations(Problem) :-
    forall(distinct(Spec, loads(Problem, Spec)),
           write_clause((:- use_module(Spec)))),
    forall(declaration(Problem, pred(Sentence), Names, _, _),
           write_named((:- pred(Sentence)), Names)).

loads(Problem, library(Library)) :-
    loads_library(Problem, Library).
loads(Problem, Spec) :-
    trusted_import(Problem, Spec).

%   made_for_lambda(+Problem, -Name, -Arity)
%
%   Name/Arity stands for a lambda expression in the rules of a trusted problem.

made_for_lambda(Problem, Name, Arity) :-
    trusted(Problem),
    current_predicate(Problem:Name/Arity),
    lambda_name(Name),
    functor(Head, Name, Arity),
    \+ predicate_property(Problem:Head, imported_from(_)).

%   trusted_import(+Problem, -Spec)
%
%   A trusted problem has predicates of the module file Spec that Prolog does not load by
%   itself, in the order of the files. Spec is library(Path) or a path.

trusted_import(Problem, Spec) :-
    trusted(Problem),
    findall(File, imported_file(Problem, File), Unsorted),
    sort(Unsorted, Files),
    member(File, Files),
    (   current_prolog_flag(home, Home),
        atomic_list_concat([Home, '/library/'], Libraries),
        atom_concat(Libraries, Path, File)
    ->  file_name_extension(Base, _, Path),
        term_to_atom(Library, Base),
        Spec = library(Library)
    ;   Spec = File
    ).

imported_file(Problem, File) :-
    predicate_property(Problem:Head, imported_from(Module)),
    Module \== user,
    \+ module_property(Module, class(system)),
    functor(Head, Name, Arity),
    \+ '$in_library'(Name, Arity, _),
    module_property(Module, file(File)).

write_clauses(Problem, Head) :-
    functor(Head, Functor, Arity),
    (   declared_tabled(Problem, Functor, Arity)
    ->  write(':- table '),
        write_named(Functor/Arity, [])
    ;   true
    ),
    (   \+ clause(Problem:Head, _)
    ->  write_clause((:- dynamic(Functor/Arity)))
    ;   forall(clause(Problem:Head, Body), write_clause((Head :- Body)))
    ).

%!  background_clauses(+Problem, -Reply) is det.
%
%   Reply is all clauses in the same order as JSON, with the file and line of rules.

:- det(background_clauses/2).
background_clauses(Problem, Texts) :-
    findall(Text,
            ( defined(Problem, Functor, Arity),
              functor(Head, Functor, Arity),
              clause(Problem:Head, Body, Ref),
              with_output_to(string(Text), write_as_json(Problem, Head, Body, Ref))
            ),
            Texts).

write_as_json(Problem, Head, Body, Ref) :-
    ( rule_at(Problem, Ref, File, Line) -> true ; File = '', Line = 0 ),
    ( Body == true -> Clause = Head ; Clause = (Head :- Body) ),
    names(Clause, Names),
    json_write(object([ term=term(Clause, Names), file=File, line=Line ])).

%   write_clause(+Clause): portray_clause/3 takes '$VAR'(N) for a variable, and indents a
%   goal inside others by as many steps as there are.

write_clause(Clause) :-
    ( names_a_variable(Clause) ; nested(Clause, 100) ),
    !,
    names(Clause, Names),
    ( Clause = (Head :- true) -> Shown = Head ; Shown = Clause ),
    write_named(Shown, Names).
write_clause(Clause) :-
    portray_clause(current_output, Clause, [module(fold_text), portray(false)]).

names_a_variable(Clause) :-
    sub_term(Term, Clause),
    compound(Term),
    compound_name_arity(Term, '$VAR', 1).

%   nested(+Term, +Levels): Term is nested at least this many Levels deep. The length of a
%   list or a body does not count.

nested(Term, Levels) :-
    compound(Term),
    Inside is Levels - 1,
    (   Levels =:= 0
    ->  true
    ;   sequence(Term, First, Rest)
    ->  ( nested(First, Inside) -> true ; nested(Rest, Levels) )
    ;   arg(_, Term, Arg),
        nested(Arg, Inside),
        !
    ).

sequence((First, Rest), First, Rest).
sequence((First ; Rest), First, Rest).
sequence([First|Rest], First, Rest).

%   write_named(+Term, +Names): the places of a sentence name its variables.

write_named(Term, Names) :-
    write_term(Term, [ quoted(true), module(fold_text), spacing(next_argument),
                       variable_names(Names), fullstop(true), nl(true) ]).

%!  example_text(+Problem, +From, +To, -Reply) is det.
%
%   Reply is one text of the examples with indices from From to To - 1.

:- det(example_text/4).
example_text(Problem, From, To, [Text]) :-
    companion(Problem, Module),
    Last is To - 1,
    with_output_to(string(Text),
                   forall(( between(From, Last, Index),
                            Module:example(Index, Atom)
                          ),
                          write_clause(Atom))).
