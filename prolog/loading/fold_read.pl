:- module(fold_read,
          [ open_file/2,                % +File, -In
            read_terms/4,               % +In, +File, +Module, :Handler
            read_theory/3               % +Text, +File, :Handler
          ]).
:- use_module('../terms/fold_size', [check_size/3, oversize/2]).
:- use_module(fold_syntax, [note_bare_negation/5, reading_options/2]).
:- use_module('../terms/fold_text', [error_text/2]).

/** <module> Reading a file term by term

A file is read one term at a time, at the speed of consult/1. Each term is handed over
with the names of its variables and its line, and is given up before the next is read.
Nothing is run. Errors name the file and the line.
*/

%!  open_file(+File, -In) is det.
%
%   A first line that begins with # is skipped, as swipl does.
%
%   @throws fold_error(open, File, 0, [Text]) if File cannot be opened

open_file(File, In) :-
    catch(open(File, read, In, [encoding(utf8), bom(true)]),
          error(Formal, Context),
          ( reason(error(Formal, Context), Text),
            throw(fold_error(open, File, 0, [Text])) )),
    (   peek_char(In, #)
    ->  skip(In, 0'\n)
    ;   true
    ).

%   Why the system did not open a file, else the text of the error.
reason(error(_, Context), Text) :-
    nonvar(Context),
    Context = context(_, Text),
    atomic(Text),
    !.
reason(Error, Text) :-
    error_text(Error, Text).

%!  read_terms(+In, +File, +Module, :Handler) is det.
%
%   Call Handler(Term, Bindings, Line) for each term of a stream. Terms are read with
%   the operators of Module; File is for errors. Only a term of 5000 characters or more
%   can be too large, so shorter ones are not checked.
%
%   @throws fold_error(syntax, File, Line, [What, Text, Column, LineText]),
%           fold_error(deep, File, Line, []), fold_error(large, File, Line, [])

:- meta_predicate read_terms(+, +, +, 3).

read_terms(In, File, Module, Handler) :-
    catch(each_term(In, File, Module, Handler), Error, reading_error(Error, File, In)).

each_term(In, File, Module, Handler) :-
    repeat,
    reading_options(Module, Options),
    read_term(In, Term,
              [ module(Module), variable_names(Bindings), term_position(Position)
              | Options ]),
    (   Term == end_of_file
    ->  true
    ;   Position = '$stream_position'(Start, Line, _, _),   % the fastest access
        character_count(In, End),
        (   End < Start + 5000
        ->  true
        ;   check_size(Term, File, Line)
        ),
        note_bare_negation(Term, In, Position, Module, File),
        call(Handler, Term, Bindings, Line),
        fail
    ),
    !.

%!  read_theory(+Text:string, +File, :Handler) is det.
%
%   As read_terms/4, for the text of a theory, which may say `not p(X)` as a background
%   may.

:- op(900, fy, not).                    % in this module alone
:- meta_predicate read_theory(+, +, 3).

read_theory(Text, File, Handler) :-
    setup_call_cleanup(
        open_string(Text, In),
        read_terms(In, File, fold_read, Handler),
        close(In)).

reading_error(error(syntax_error(What), Where), File, In) :-
    !,
    (   What == end_of_file_in_block_comment,
        catch(opened_comment(In, Line), error(_, _), fail),
        Before = 0
    ;   Where = stream(_, Line, Before, _)
    ;   Where = file(_, Line, Before, _)
    ;   Line = 0,
        Before = 0
    ),
    !,
    Column is Before + 1,
    error_text(error(syntax_error(What), _), Text),
    beginning(In, Line, LineText),
    throw(fold_error(syntax, File, Line, [What, Text, Column, LineText])).
reading_error(Error, File, In) :-
    oversize(Error, Kind),
    !,
    line_count(In, Line),
    throw(fold_error(Kind, File, Line, [])).
reading_error(Error, _, _) :-
    throw(Error).

%   opened_comment(+In, -Line) is semidet: the line of the comment that is never closed,
%   which SWI-Prolog does not tell. A comment may have others in it.

opened_comment(In, Line) :-
    set_stream_position(In, '$stream_position'(0, 1, 0, 0)),
    repeat,
    line_count(In, Line),
    get_char(In, Char),
    (   Char == end_of_file
    ->  !,
        fail
    ;   char_type(Char, csym)
    ->  skip_word(Char, In),
        fail
    ;   char_type(Char, prolog_symbol)
    ->  peek_char(In, Next),
        (   Char == (/), Next == (*)
        ->  get_char(In, _),
            \+ closed_comment(1, ' ', In)
        ;   skip_symbols(Next, In),
            fail
        )
    ;   skip_quoted(Char, In),
        fail
    ),
    !.

skip_word(Char, In) :-
    peek_char(In, Next),
    (   Next \== end_of_file,
        char_type(Next, csym)
    ->  get_char(In, _),
        skip_word(Next, In)
    ;   Next == '\'',                     % 0'c, or 16'FF, which is as long as that
        char_type(Char, digit)
    ->  get_char(In, _),
        get_char(In, Code),
        ( memberchk(Code, [\, '\'']) -> get_char(In, _) ; true )
    ;   true
    ).

skip_symbols(Char, In) :-
    (   Char \== end_of_file,
        char_type(Char, prolog_symbol)
    ->  get_char(In, _),
        peek_char(In, Next),
        skip_symbols(Next, In)
    ;   true
    ).

skip_quoted('%', In) :- !, skip(In, '\n').
skip_quoted(Quote, In) :- memberchk(Quote, ['\'', '"', '`']), !, skip_text(Quote, In).
skip_quoted(_, _).

skip_text(Quote, In) :-
    get_char(In, Char),
    (   memberchk(Char, [Quote, end_of_file])
    ->  true
    ;   ( Char == (\) -> get_char(In, _) ; true ),
        skip_text(Quote, In)
    ).

closed_comment(0, _, _) :- !.
closed_comment(Level, Last, In) :-
    get_char(In, Char),
    (   Char == end_of_file
    ->  !,
        fail
    ;   Last == (*), Char == (/)
    ->  Left is Level - 1,
        closed_comment(Left, ' ', In)
    ;   Last == (/), Char == (*)
    ->  More is Level + 1,
        closed_comment(More, ' ', In)
    ;   closed_comment(Level, Char, In)
    ).

%   beginning(+In, +Line, -Text): Text is the first 200 characters of a line.

beginning(In, Line, Text) :-
    catch(line_text(In, Line, Whole), error(_, _), Whole = ""),
    string_length(Whole, Length),
    Shown is min(Length, 200),
    sub_string(Whole, 0, Shown, _, Text).

line_text(In, Line, Text) :-
    set_stream_position(In, '$stream_position'(0, 1, 0, 0)),
    forall(between(2, Line, _), skip(In, 0'\n)),
    read_string(In, "\n", "", _, Text).
