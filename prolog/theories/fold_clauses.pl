:- module(fold_clauses,
          [ read_clauses/3              % +Path, +Text, -Reply
          ]).
:- use_module('../terms/fold_json', [json_write/1]).
:- use_module('../loading/fold_read', [read_theory/3]).

/** <module> The clauses of a theory file

They cross to Python, which understands them. Nothing is added to a problem.
*/

:- dynamic clause_text/1.               % what has been read of the file so far

%!  read_clauses(+Path:string, +Text:string, -Reply) is det.
%
%   Reply is the clauses of Text, which the file at Path holds, as JSON, one text for
%   each.

:- det(read_clauses/3).
read_clauses(Path, Text, Texts) :-
    atom_string(File, Path),
    retractall(clause_text(_)),
    read_theory(Text, File, keep_clause),
    findall(Json, retract(clause_text(Json)), Texts).

keep_clause(Term, Bindings, Line) :-
    with_output_to(string(Text),
                   json_write(object([ term=term(Term, Bindings), line=Line ]))),
    assertz(clause_text(Text)).
