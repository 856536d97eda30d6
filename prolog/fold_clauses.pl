:- module(fold_clauses,
          [ read_clauses/2              % +Path, -Reply
          ]).
:- use_module(fold_json, [json_write/1]).
:- use_module(fold_read, [open_file/2, read_terms/4]).

/** <module> The clauses of a theory file

They cross to Python, which understands them. Nothing is added to a problem.
*/

:- dynamic clause_text/1.               % what has been read of the file so far

%!  read_clauses(+Path:string, -Reply) is det.
%
%   Reply is the clauses of the file at Path as JSON, one text for each.

:- det(read_clauses/2).
read_clauses(Path, Texts) :-
    atom_string(File, Path),
    retractall(clause_text(_)),
    setup_call_cleanup(
        open_file(File, In),
        read_terms(In, File, fold_text, keep_clause),
        close(In)),
    findall(Text, retract(clause_text(Text)), Texts).

keep_clause(Term, Bindings, Line) :-
    with_output_to(string(Text),
                   json_write(object([ term=term(Term, Bindings), line=Line ]))),
    assertz(clause_text(Text)).
