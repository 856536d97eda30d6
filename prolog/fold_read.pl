:- module(fold_read,
          [ open_file/2,                % +File, -In
            read_terms/4,               % +In, +File, +Module, :Handler
            read_clauses/2              % +Path, -Reply
          ]).
:- autoload(fold_json, [json_write/1]).
:- use_module(fold_depth, [check_depth/3]).
:- use_module(fold_text, [error_text/2]).

/** <module> Reading a file term by term

A file is read one term at a time, at the speed of consult/1. Each term is handed over
with the names of its variables and its line, and is given up before the next is read.
Nothing is run. Errors name the file and the line.
*/

%!  open_file(+File, -In) is det.
%
%   @throws fold_error(open, File, 0, [Text]) if File cannot be opened

open_file(File, In) :-
    catch(open(File, read, In, [encoding(utf8), bom(true)]),
          error(Formal, Context),
          ( error_text(error(Formal, Context), Text),
            throw(fold_error(open, File, 0, [Text])) )).

%!  read_terms(+In, +File, +Module, :Handler) is det.
%
%   Call Handler(Term, Bindings, Line) for each term of a stream. Terms are read with
%   the operators of Module; File is for errors. Only a term of 5000 characters or more
%   can be nested too deeply, so shorter ones are not checked.
%
%   @throws fold_error(syntax, File, Line, [What, Text]),
%           fold_error(deep, File, Line, [])

:- meta_predicate read_terms(+, +, +, 3).

read_terms(In, File, Module, Handler) :-
    catch(each_term(In, File, Module, Handler), Error, reading_error(Error, File)).

each_term(In, File, Module, Handler) :-
    repeat,
    read_term(In, Term,
              [module(Module), variable_names(Bindings), term_position(Position)]),
    (   Term == end_of_file
    ->  true
    ;   Position = '$stream_position'(Start, Line, _, _),   % the fastest access
        character_count(In, End),
        (   End < Start + 5000
        ->  true
        ;   check_depth(Term, File, Line)
        ),
        call(Handler, Term, Bindings, Line),
        fail
    ),
    !.

reading_error(error(syntax_error(What), Where), File) :-
    !,
    (   Where = stream(_, Line, _, _)
    ;   Where = file(_, Line, _, _)
    ;   Line = 0
    ),
    !,
    error_text(error(syntax_error(What), _), Text),
    throw(fold_error(syntax, File, Line, [What, Text])).
reading_error(Error, _) :-
    throw(Error).

%!  read_clauses(+Path:string, -Reply) is det.
%
%   Reply is the clauses of a theory file as JSON, one text for each. They are added
%   nowhere.

:- det(read_clauses/2).
read_clauses(Path, Texts) :-
    atom_string(File, Path),
    retractall(clause_text(_)),
    setup_call_cleanup(
        open_file(File, In),
        read_terms(In, File, fold_text, keep_clause),
        close(In)),
    findall(Text, retract(clause_text(Text)), Texts).

:- dynamic clause_text/1.

keep_clause(Term, Bindings, Line) :-
    with_output_to(string(Text),
                   json_write(object([ term=term(Term, Bindings), line=Line ]))),
    assertz(clause_text(Text)).
