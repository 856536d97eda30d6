:- module(fold_json,
          [ json_write/1                % +Value
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2, numlist/3]).
:- use_module(fold_text, [quoted/2]).

/** <module> Writing terms as JSON

Declarations, the clauses of a theory and explanations cross to Python as JSON. A
Prolog term becomes

  - `["v", Name]` for a variable,
  - `["n", Text]` for a number, `["s", Text]` for a string,
  - `["a", Raw, Text]` for an atom,
  - `["l", Items]` for a proper list,
  - `["f", Raw, Text, Args, Whole]` for a compound, where Whole is its text when it
    is ground and null otherwise; for a clause and the conjunction that is its body it
    is always null. That conjunction has all goals of the body as its Args, and the
    Text `(,)`, which no other compound has.
*/

%!  json_write(+Value) is det.
%
%   Write object([Key=Value, ...]), a list, a number, text, one of the atoms `null`,
%   `true` and `false`, or term(Term, Bindings) to the current output.

json_write(object(Pairs)) :-
    !,
    put_char('{'),
    separated(Pairs, write_pair),
    put_char('}').
json_write(term(Term, Bindings)) :-
    !,
    maplist(name_variable, Bindings),
    encode_clause(Term, Value),
    json_write(Value).
json_write(Word) :-
    json_word(Word),
    !,
    write(Word).
json_write(List) :-
    is_list(List),
    !,
    put_char('['),
    separated(List, json_write),
    put_char(']').
json_write(Number) :-
    integer(Number),
    !,
    write(Number).
json_write(Text) :-
    escaped_characters(Escaped),
    string_concat(Text, "|", Longer),
    split_string(Longer, Escaped, "", [_]),
    !,
    format("\"~w\"", [Text]).
json_write(Text) :-
    string_codes(Text, Codes),
    put_char('"'),
    forall(member(Code, Codes), write_code(Code)),
    put_char('"').

%   name_variable(+Binding): the attribute of a variable is its name, while it is written.

name_variable(Name=Variable) :-
    ( var(Variable) -> put_attr(Variable, fold_json, Name) ; true ).

json_word(Word) :-
    atom(Word),
    memberchk(Word, [null, true, false]).

write_pair(Key=Value) :-
    json_write(Key),
    put_char(':'),
    json_write(Value).

separated([], _).
separated([X|Xs], Goal) :-
    call(Goal, X),
    forall(member(Y, Xs), ( put_char(','), call(Goal, Y) )).

%   escaped_characters(-Text): those that write_code/1 writes otherwise.
%
%   To split_string/4, the text of separators ends with 0, and 0 is always one, but not
%   where it ends the text that is split.

term_expansion(escaped_characters, escaped_characters(Text)) :-
    numlist(1, 31, Control),
    string_codes(Text, [0'", 0'\\|Control]).

escaped_characters.

write_code(0'") :- !, write('\\"').
write_code(0'\\) :- !, write('\\\\').
write_code(Code) :- Code < 32, !, format("\\u~|~`0t~16r~4+", [Code]).
write_code(Code) :- put_code(Code).

%   encode_clause(+Term, -Value): as encode/3, for a clause or another term.

encode_clause(Term, ["f", ":-", ":-", [ValueH, ValueB], null]) :-
    nonvar(Term),
    Term = (Head :- Body),
    !,
    encode(Head, 64, ValueH),
    encode_body(Body, ValueB).
encode_clause(Term, Value) :-
    encode(Term, 64, Value).

%   encode_body(+Body, -Value): a conjunction has its goals side by side. Nested, as
%   they are in Prolog, a long body would be too deep for readers of JSON.

encode_body(Body, ["f", ",", "(,)", Values, null]) :-
    nonvar(Body),
    Body = (_, _),
    !,
    phrase(encoded_goals(Body), Values).
encode_body(Goal, Value) :-
    encode(Goal, 64, Value).

encoded_goals(Body) -->
    { nonvar(Body), Body = (A, B) },
    !,
    encoded_goals(A),
    encoded_goals(B).
encoded_goals(Goal) -->
    { encode(Goal, 64, Value) },
    [Value].

%   encode(+Term, +Levels, -Value)
%
%   Below so many Levels a ground term is its text without parts: the texts of all
%   levels together would be quadratic in the depth.

encode(Term, _, ["v", Name]) :-
    var(Term),
    !,
    (   get_attr(Term, fold_json, Name0)
    ->  atom_string(Name0, Name)
    ;   term_string(Term, Name)
    ).
encode(Term, _, ["n", Text]) :-
    number(Term),
    !,
    quoted(Term, Text).
encode(Term, _, ["s", Text]) :-
    string(Term),
    !,
    quoted(Term, Text).
encode(Term, Levels, ["l", Items]) :-
    is_list(Term),
    !,
    Less is Levels - 1,
    encode_all(Term, Less, Items).
encode(Term, _, ["a", Raw, Text]) :-
    atom(Term),
    !,
    atom_string(Term, Raw),
    quoted(Term, Text).
encode(Term, Levels, ["f", Raw, Text, Args, Whole]) :-
    compound_name_arguments(Term, Name, Args0),
    format(string(Raw), "~w", [Name]),  % the name of a dict is no atom
    quoted(Name, Text),
    (   ground(Term)
    ->  quoted(Term, Whole)
    ;   Whole = null
    ),
    (   Levels =< 0,
        Whole \== null
    ->  Args = []
    ;   Less is Levels - 1,
        encode_all(Args0, Less, Args)
    ).

encode_all([], _, []).
encode_all([T|Ts], Levels, [V|Vs]) :-
    encode(T, Levels, V),
    encode_all(Ts, Levels, Vs).
