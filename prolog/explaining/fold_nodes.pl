:- module(fold_nodes,
          [ node/6,                     % +Literal, +Names, +Holds, +How, +Extra, -Node
            literal_object/3,           % +Names, +Literal, -Object
            rule_object/3,              % +Problem, +ClauseRef, -Object
            naming/2,                   % +Term, -Naming
            names/2                     % +Term, -Names
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3]).
:- use_module(fold_attempts, [negated/2]).
:- use_module('../analysis/fold_calls', [library_member/3]).
:- use_module('../problem/fold_problem', [rule_at/4]).
:- use_module('../terms/fold_text', [quoted/2, spaced/3]).
:- use_module('../theories/fold_theory', [theory_clause/3]).

/** <module> The nodes of an explanation, as json_write/1 takes them

A node has the text of its literal and the parts of the text, so that Python can put
them into a sentence. A rule has its text, its place and its number in the theory.
*/

%!  node(+Literal, +Names, +Holds, +How, +Extra, -Node) is det.
%
%   Node has Literal, whether it Holds, How, as `fold_explain` lists it, and the
%   Key=Value pairs of Extra. Names are those of the variables of Literal.

node(Literal, Names, Holds, How, Extra, object(Fields)) :-
    literal_fields(Literal, Names, LiteralFields),
    append(LiteralFields, [holds=Holds, how=How|Extra], Fields).

%!  literal_object(+Names, +Literal, -Object) is det.
%
%   Object has the text of Literal and its parts, without saying whether it holds.

literal_object(Names, Literal, object(Fields)) :-
    literal_fields(Literal, Names, Fields).

literal_fields(Literal, Names, Fields) :-
    library_member(Literal, Element, List),
    !,
    literal_fields(member(Element, List), Names, Fields).
literal_fields(Literal, Names, [literal=Text, negated=Negated|Parts]) :-
    (   negated(Literal, Atom)
    ->  Negated = true,
        atom_text(Atom, Names, AtomText),
        string_concat("\\+ ", AtomText, Text)
    ;   Negated = false,
        Atom = Literal,
        atom_text(Atom, Names, Text)
    ),
    atom_parts(Atom, Names, Parts).

atom_text(Atom, Names, Text) :-
    Atom =.. [Name, Left, Right],
    comparison(Name),
    !,
    named(Names, Left, LeftText),
    named(Names, Right, RightText),
    format(string(Text), "~w ~w ~w", [LeftText, Name, RightText]).
atom_text(Atom, Names, Text) :-
    named(Names, Atom, Text).

comparison(Name) :-
    memberchk(Name, [=<, <, >, >=, =:=, =\=, =, \=, ==, \==, is]).

atom_parts(Atom, Names, [name=Quoted, args=Texts|Size]) :-
    Atom =.. [Name|Args],
    quoted(Name, Quoted),
    maplist(named(Names), Args, Texts),
    (   Atom = member(_, List),
        is_list(List)
    ->  length(List, Length),
        Size = [size=Length]
    ;   Size = []
    ).

%!  naming(+Term, -Naming:assoc) is det.
%
%   Naming maps the variables of Term to the names that names/2 gives them.

naming(Term, Naming) :-
    names(Term, Names),
    empty_assoc(Empty),
    foldl(add_name, Names, Empty, Naming).

add_name(Name=Variable, Naming0, Naming) :-
    put_assoc(Variable, Naming0, Name, Naming).

%!  names(+Term, -Names:list) is det.
%
%   Names is a list of Name=Variable: A, B, ..., Z, A1, ... for the variables of Term.

names(Term, Names) :-
    term_variables(Term, Variables),
    name_all(Variables, 0, Names).

name_all([], _, []).
name_all([Variable|Variables], N, [Name=Variable|Names]) :-
    Letter is 0'A + N mod 26,
    Turn is N // 26,
    (   Turn =:= 0
    ->  char_code(Name, Letter)
    ;   format(atom(Name), "~c~d", [Letter, Turn])
    ),
    N1 is N + 1,
    name_all(Variables, N1, Names).

%   named(+Names, +Term, -Text): the text of Term, with the names of its variables.

named(Names, Term, Text) :-
    term_variables(Term, Variables),
    foldl(add_binding(Names), Variables, [], Bindings),
    spaced(Term, Bindings, Text).

add_binding(Names, Variable, Bindings, [Name=Variable|Bindings]) :-
    get_assoc(Variable, Names, Name),
    !.
add_binding(_, _, Bindings, Bindings).

%!  rule_object(+Problem, +ClauseRef, -Object) is det.
%
%   Object is {file, line, index} of a rule of the theory, whose text is known by its
%   number, or {file, line, text} of one of the background. Object is null for a fact of
%   the background, whose place is not kept, and where ClauseRef is `none`.

rule_object(Problem, Ref, Object) :-
    Ref \== none,
    rule_at(Problem, Ref, File, Line),
    !,
    (   theory_clause(Problem, Ref, Index)
    ->  Which = (index=Index)
    ;   clause(Problem:Head, Body, Ref),
        rule_text(Head, Body, Text),
        Which = (text=Text)
    ),
    atom_string(File, FileText),
    Object = object([file=FileText, line=Line, Which]).
rule_object(_, _, null).

rule_text(Head, true, Text) :-
    !,
    naming(Head, Names),
    named(Names, Head, HeadText),
    string_concat(HeadText, ".", Text).
rule_text(Head, Body, Text) :-
    naming(Head-Body, Names),
    named(Names, Head, HeadText),
    conjuncts(Body, Literals),
    maplist(literal_text(Names), Literals, Texts),
    atomic_list_concat(Texts, ', ', BodyText),
    format(string(Text), "~w :- ~w.", [HeadText, BodyText]).

conjuncts(Body, [A|Literals]) :-
    nonvar(Body),
    Body = (A, B),
    !,
    conjuncts(B, Literals).
conjuncts(Literal, [Literal]).

literal_text(Names, Literal, Text) :-
    literal_fields(Literal, Names, [literal=Text|_]).
