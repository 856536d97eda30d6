:- module(fold_load,
          [ new_problem/2,              % +Name, -Reply
            free_problem/2,             % +Name, -Reply
            load_file/4,                % +Problem, +Path, +Role, -Reply
            load_text/5,                % +Problem, +Path, +Text, +Role, -Reply
            declarations/2,             % +Problem, -Reply
            predicates/2,               % +Problem, -Reply
            example_predicates/2,       % +Problem, -Reply
            indicator/2,                % +Text, -Reply
            set_target/5,               % +Problem, +Name, +Arity, +Adopt, -Reply
            read_clauses/2,             % +Path, -Reply

            rule_at/4,                  % ?Problem, ?ClauseRef, ?File, ?Line
            general_fact_at/5,          % ?Problem, ?Name, ?Arity, ?File, ?Line
            defined/3,                  % ?Problem, ?Name, ?Arity
            raw_example/5,              % ?Problem, ?Polarity, ?Atom, ?File, ?Line
            companion/2,                % +Problem, -Module
            read_all/4,                 % +In, +File, +Module, :Handler
            define/4,                   % +Problem, +Head, +File, +Line
            add_rule/5,                 % +Problem, +Clause, +File, +Line, -ClauseRef
            add_background/5,           % +Term, +Problem, +Bindings, +File, +Line
            add_example/6,              % +Term, +Polarity, +Problem, +Bindings, +File, +Line
            foreign_directive/5,        % +Directive, +Problem, +Bindings, +File, +Line
            declare/5,                  % +Problem, +Term, +Bindings, +File, +Line
            error_text/2                % +Error, -String
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(apply), [maplist/2]).
:- use_module(fold_text).
:- use_module(fold_json, [json_write/1]).
:- use_module(fold_if).
:- use_module(fold_aleph).
:- use_module(fold_include).
:- use_module(fold_reserved).
:- use_module(fold_depth, [check_depth/3]).

/** <module> Reading files into a problem

A problem is a module of its own that inherits from `system` only, so that
nothing in a user's file can reach the learner, and a companion module that holds
the examples. Files are read term by term. Clauses are added, never run;
directives are never called: those that describe are understood here, all others
are refused. `fold_vet` looks at every rule before anything is asked.

Errors are thrown as fold_error(Kind, File, Line, Details); Python words them.
*/

:- dynamic
    rule_at/4,
    general_fact_at/5,
    defined/3,
    raw_example/5,
    declaration/5.                      % Problem, Term, Bindings, File, Line

%!  new_problem(+Name:string, -Reply) is det.
%
%   Make an empty problem.

new_problem(Name, []) :-
    atom_string(Problem, Name),
    set_module(Problem:base(system)),
    forall(reading_operator(Priority, Type, Operator),
           op(Priority, Type, Problem:Operator)),
    companion(Problem, Companion),
    set_module(Companion:base(system)),
    set_random(seed(0)).                % the same files, the same answers

%   Modes, `color(+ball, #color)`; and s(CASP)'s, for sentences:
%   `:- pred not fly(X) :: '@(X) cannot fly'`.

reading_operator(500, fy, #).
reading_operator(1150, fx, pred).
reading_operator(950, xfx, ::).
reading_operator(900, fy, not).

%!  companion(+Problem, -Module) is det.
%
%   The module beside Problem that holds its indexed examples.

companion(Problem, Companion) :-
    atom_concat(Problem, '$examples', Companion).

%!  forget(+Problem) is nondet.
%
%   Hook: a module that keeps something about problems forgets it here.

:- multifile forget/1.
:- dynamic forget/1.

%!  free_problem(+Name:string, -Reply) is det.
%
%   Forget a problem and all it holds.

free_problem(Name, []) :-
    atom_string(Problem, Name),
    forall(forget(Problem), true),
    companion(Problem, Companion),
    forall(member(Module, [Problem, Companion]), empty_module(Module)),
    retractall(rule_at(Problem, _, _, _)),
    retractall(general_fact_at(Problem, _, _, _, _)),
    retractall(defined(Problem, _, _)),
    retractall(raw_example(Problem, _, _, _, _)),
    retractall(declaration(Problem, _, _, _, _)),
    forget_included(Problem).

empty_module(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             predicate_property(Module:Head, dynamic),
             \+ predicate_property(Module:Head, imported_from(_))
           ),
           catch(abolish(Module:Name/Arity),
                 error(representation_error(_), _),   % too many arguments
                 true)).

%!  load_file(+Problem:string, +Path:string, +Role:string, -Reply) is det.
%
%   Read the file at Path. Role is "bk" for background knowledge, "pos" or "neg"
%   for examples, "exs" for Popper's examples, "aleph" for a file of Aleph's, or
%   "foreign" for the background knowledge of another system.

:- det(load_file/4).
load_file(Name, Path, Role, []) :-
    atom_string(File, Path),
    setup_call_cleanup(
        open_file(File, In),
        load_stream(In, Name, File, Role),
        close(In)).

%!  load_text(+Problem, +Path, +Text:string, +Role, -Reply) is det.
%
%   As load_file/4, with Text in the place of what the file at Path holds.

:- det(load_text/5).
load_text(Name, Path, Text, Role, []) :-
    atom_string(File, Path),
    setup_call_cleanup(
        open_string(Text, In),
        load_stream(In, Name, File, Role),
        close(In)).

load_stream(In, Name, File, Role0) :-
    atom_string(Problem, Name),
    note_file(Problem, File),
    atom_string(Role, Role0),
    nb_setval(fold_role, Role),
    begin_conditions,
    begin_sections,
    read_all(In, File, Problem, take_term(Role, Problem, File)),
    end_sections(File),
    end_conditions(File).

%   read_terms(+File, +Module, :Handler)
%
%   Call Handler(Term, Bindings, Line) for each term. Failure-driven: no term
%   outlives its turn.

read_terms(File, Module, Handler) :-
    setup_call_cleanup(
        open_file(File, In),
        read_all(In, File, Module, Handler),
        close(In)).

open_file(File, In) :-
    catch(open(File, read, In, [encoding(utf8), bom(true)]),
          error(Formal, Context),
          ( error_text(error(Formal, Context), Text),
            throw(fold_error(open, File, 0, [Text])) )).

%!  read_all(+In, +File, +Module, :Handler) is det.
%
%   Call Handler(Term, Bindings, Line) for each term of a stream; File is named in
%   errors, and Module has the operators.

:- meta_predicate read_all(+, +, +, 3).

read_all(In, File, Module, Handler) :-
    catch(( repeat,
            read_term(In, Term,
                      [ module(Module),
                        variable_names(Bindings),
                        term_position(Position)
                      ]),
            (   Term == end_of_file
            ->  true
            ;   Position = '$stream_position'(Start, Line, _, _), % as quick as can be
                character_count(In, End),
                (   End < Start + 5000  % only a long text can be a deep term
                ->  true
                ;   check_depth(Term, File, Line)
                ),
                call(Handler, Term, Bindings, Line),
                fail
            ),
            !
          ),
          Error,
          syntax_error(Error, File)).

syntax_error(error(syntax_error(What), Where), File) :-
    !,
    (   Where = stream(_, Line, _, _)
    ;   Where = file(_, Line, _, _)
    ;   Line = 0
    ),
    !,
    message_text(What, Text),
    throw(fold_error(syntax, File, Line, [What, Text])).
syntax_error(Error, _) :-
    throw(Error).

message_text(What, Text) :-
    error_text(error(syntax_error(What), _), Text).

%!  error_text(+Error, -Text:string) is det.
%
%   The words SWI-Prolog has for Error, on one line.

error_text(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    !,
    with_output_to(string(Text0),
                   print_message_lines(current_output, '', Lines)),
    normalize_space(string(Text), Text0).

                /*******************************
                *            TERMS             *
                *******************************/

%   take_term(+Role, +Problem, +File, +Term, +Bindings, +Line)
%
%   Add a term, unless it stands in a conditional part that does not count.

take_term(bk, Problem, _, Fact, _, _) :-
    compound(Fact),
    compound_name_arity(Fact, Name, Arity),
    Arity > 0,
    defined(Problem, Name, Arity),      % most facts: known, nothing else to ask
    ground(Fact),
    \+ skipping,
    !,
    assertz(Problem:Fact).
take_term(_, Problem, File, Term, _, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    nonvar(Directive),
    condition(Directive, Problem, File, Line),
    !.
take_term(_, _, _, _, _, _) :-
    skipping,
    !.
take_term(Role, Problem, File, Term, Bindings, Line) :-
    catch(add_term(Role, Term, Problem, Bindings, File, Line),
          error(Formal, Context),
          bad_term(error(Formal, Context), File, Line)),
    !.
take_term(_, _, File, Term, Bindings, Line) :-
    quoted_with_names(Term, Bindings, Text),
    throw(fold_error(bad_term, File, Line, [Text])).

bad_term(Error, File, Line) :-
    error_text(Error, Text),
    throw(fold_error(bad_clause, File, Line, [Text])).

add_term(bk, Term, Problem, Bindings, File, Line) :-
    add_background(Term, Problem, Bindings, File, Line).
add_term(pos, Term, Problem, Bindings, File, Line) :-
    add_example(Term, pos, Problem, Bindings, File, Line).
add_term(neg, Term, Problem, Bindings, File, Line) :-
    add_example(Term, neg, Problem, Bindings, File, Line).
add_term(exs, Term, Problem, Bindings, File, Line) :-
    add_labelled(Term, Problem, Bindings, File, Line).
add_term(aleph, Term, Problem, Bindings, File, Line) :-
    aleph_term(Term, Problem, Bindings, File, Line).
add_term(foreign, Term, Problem, Bindings, File, Line) :-
    foreign_term(Term, Problem, Bindings, File, Line).

%!  add_background(+Term, +Problem, +Bindings, +File, +Line) is det.
%
%   Add a fact, rule or directive to the background.

add_background(Fact, Problem, Bindings, File, Line) :-
    callable(Fact),
    functor(Fact, Name, Arity),
    defined(Problem, Name, Arity),
    !,
    assertz(Problem:Fact),
    (   ground(Fact)
    ->  true
    ;   check_variables(Fact, Bindings, File, Line),
        assertz(general_fact_at(Problem, Name, Arity, File, Line))
    ).
add_background(Term, _, _, File, Line) :-
    var(Term),
    !,
    throw(fold_error(not_a_clause, File, Line, ["a variable"])).
add_background((:- Directive), Problem, Bindings, File, Line) :-
    !,
    directive(Directive, Problem, Bindings, File, Line).
add_background((?- Directive), Problem, Bindings, File, Line) :-
    !,
    directive(Directive, Problem, Bindings, File, Line).
add_background((Head --> Body), Problem, Bindings, File, Line) :-
    !,
    dcg_translate_rule((Head --> Body), Clause),
    Clause = (_ :- _),
    add_background(Clause, Problem, Bindings, File, Line).
add_background((Head :- Body), Problem, Bindings, File, Line) :-
    !,
    check_head(Head, File, Line),
    (   Body == true
    ->  add_background(Head, Problem, Bindings, File, Line)
    ;   define(Problem, Head, File, Line),
        add_rule(Problem, (Head :- Body), File, Line, _)
    ).
add_background(Setting, Problem, Bindings, File, Line) :-
    setting(Setting),
    !,
    declare(Problem, Setting, Bindings, File, Line).
add_background(Fact, Problem, Bindings, File, Line) :-
    check_head(Fact, File, Line),
    define(Problem, Fact, File, Line),
    add_background(Fact, Problem, Bindings, File, Line).

check_head(Head, File, Line) :-
    (   \+ callable(Head)
    ->  kind_of(Head, Kind),
        throw(fold_error(not_a_clause, File, Line, [Kind]))
    ;   Head = _:_
    ->  quoted(Head, Text),
        throw(fold_error(qualified_head, File, Line, [Text]))
    ;   true
    ).

kind_of(Term, "a variable") :- var(Term), !.
kind_of(Term, "a number")   :- number(Term), !.
kind_of(Term, "a string")   :- string(Term), !.
kind_of(_,    "no clause").

%!  define(+Problem, +Head, +File, +Line) is det.
%
%   Know the predicate of Head. The order in which predicates first appear is the
%   order of declaration, which breaks ties. A built-in that is not of the standard
%   may be redefined inside the problem.

define(Problem, Head, File, Line) :-
    functor(Head, Name, Arity),
    (   defined(Problem, Name, Arity)
    ->  true
    ;   definable(Head, File, Line),
        own_predicate(Problem, Head),
        assertz(defined(Problem, Name, Arity))
    ).

%   own_predicate(+Problem, +Head): calls in Problem do not reach a built-in.

own_predicate(Problem, Head) :-
    functor(Head, Name, Arity),
    (   built_in(Head)
    ->  redefine_system_predicate(Problem:Head)
    ;   true
    ),
    dynamic(Problem:Name/Arity).

%!  add_rule(+Problem, +Clause, +File, +Line, -Ref) is det.
%
%   Add a clause and remember its place; Ref is its reference.

add_rule(Problem, Clause, File, Line, Ref) :-
    catch(assertz(Problem:Clause, Ref),
          error(Formal, Context),
          bad_term(error(Formal, Context), File, Line)),
    assertz(rule_at(Problem, Ref, File, Line)).

%   A named variable that occurs once in a fact is a capitalised constant: one that
%   is meant begins with _.

check_variables(_, _, _, _) :-
    nb_getval(fold_role, Role),
    memberchk(Role, [aleph, foreign]),  % what other systems take, we take
    !.
check_variables(Fact, Bindings, File, Line) :-
    findall(Name, capital(Fact, Bindings, Name), Names),
    (   Names = [Name|_]
    ->  quoted_with_names(Fact, Bindings, Text),
        throw(fold_error(singleton, File, Line, [Text, Name]))
    ;   true
    ).

capital(Fact, Bindings, Name) :-
    term_singletons(Fact, Singletons),
    maplist(=('$once'), Singletons),
    member(Name=Variable, Bindings),
    Variable == '$once',
    \+ sub_atom(Name, 0, _, _, '_').

                /*******************************
                *          EXAMPLES            *
                *******************************/

%!  add_example(+Term, +Polarity, +Problem, +Bindings, +File, +Line) is det.
%
%   Add a ground fact of the target as an example.

add_example(Term, _, _, _, File, Line) :-
    \+ atom_like(Term),
    !,
    kind_of(Term, Kind),
    throw(fold_error(not_an_example, File, Line, [Kind])).
add_example((:- Directive), _, Problem, Bindings, File, Line) :-
    !,
    directive(Directive, Problem, Bindings, File, Line).
add_example((_ :- _), _, _, _, File, Line) :-
    !,
    throw(fold_error(not_an_example, File, Line, ["a rule"])).
add_example(Atom, _, _, Bindings, File, Line) :-
    \+ ground(Atom),
    !,
    ( member(Name=_, Bindings) -> true ; Name = '_' ),
    quoted_with_names(Atom, Bindings, Text),
    throw(fold_error(not_ground, File, Line, [Text, Name])).
add_example(Atom, Polarity, Problem, _, File, Line) :-
    assertz(raw_example(Problem, Polarity, Atom, File, Line)).

atom_like(Term) :-
    atom(Term),
    !.
atom_like(Term) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    atom(Name),
    Arity > 0.

%   Popper's examples: pos(Atom) and neg(Atom).

add_labelled(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    labelled(Term, Atom, Polarity),
    !,
    add_example(Atom, Polarity, Problem, Bindings, File, Line).
add_labelled(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    !,
    foreign_directive(Directive, Problem, Bindings, File, Line).
add_labelled(Term, _, Bindings, File, Line) :-
    quoted_with_names(Term, Bindings, Text),
    throw(fold_error(not_labelled, File, Line, [Text])).

labelled(pos(Atom), Atom, pos).
labelled(neg(Atom), Atom, neg).

quoted_with_names(Term, Bindings, Text) :-
    copy_term(Term-Bindings, Copy-Names),
    maplist(named_variable, Names),
    term_variables(Copy, Unnamed),
    maplist(=('$VAR'('_')), Unnamed),
    with_output_to(string(Text),
                   write_term(Copy, [ quoted(true), numbervars(true),
                                      module(fold_text) ])).

named_variable(Name='$VAR'(Name)).

%!  example_predicates(+Problem:string, -Reply) is det.
%
%   For each predicate among the examples six strings: polarity, name, arity,
%   number of examples, and file and line of the first.

example_predicates(Name, Reply) :-
    atom_string(Problem, Name),
    findall(Polarity-Functor/Arity,
            ( raw_example(Problem, Polarity, Atom, _, _),
              functor(Atom, Functor, Arity)
            ),
            Keys),
    msort(Keys, Sorted),
    clumped_keys(Sorted, Clumps),
    findall(Field,
            ( member(Key-Count, Clumps),
              example_fields(Problem, Key, Count, Fields),
              member(Field, Fields)
            ),
            Reply).

clumped_keys([], []).
clumped_keys([K|Ks], [K-N|Clumps]) :-
    count_same(Ks, K, 1, N, Rest),
    clumped_keys(Rest, Clumps).

count_same([K1|Ks], K, N0, N, Rest) :-
    K1 == K,
    !,
    N1 is N0 + 1,
    count_same(Ks, K, N1, N, Rest).
count_same(Rest, _, N, N, Rest).

example_fields(Problem, Polarity-Functor/Arity, Count,
               [Polarity, Quoted, Arity, Count, File, Line]) :-
    functor(Atom, Functor, Arity),
    once(raw_example(Problem, Polarity, Atom, File, Line)),
    quoted(Functor, Quoted).

%!  indicator(+Text:string, -Reply) is det.
%
%   Read "name/arity" as given by a user. Reply is name and arity, or empty if
%   Text is something else.

indicator(Text, Reply) :-
    (   sub_string(Text, Before, 1, After, "/"),
        sub_string(Text, _, After, 0, ArityText),
        number_string(Arity, ArityText),
        sub_string(Text, 0, Before, _, NameText),   % by itself: it may be an operator
        catch(term_string(Name, NameText, [module(fold_text)]), _, fail),
        atom(Name),
        integer(Arity),
        between(0, 1024, Arity)
    ->  quoted(Name, Quoted),
        Reply = [Quoted, Arity]
    ;   Reply = []
    ).

                /*******************************
                *         DIRECTIVES           *
                *******************************/

%   directive(+Directive, +Problem, +Bindings, +File, +Line)
%
%   Honour what describes, remember what declares, refuse the rest.

directive(Directive, _, _, File, Line) :-
    var(Directive),
    !,
    throw(fold_error(directive, File, Line, ["a variable"])).
directive((A, B), Problem, Bindings, File, Line) :-
    !,
    directive(A, Problem, Bindings, File, Line),
    directive(B, Problem, Bindings, File, Line).
directive(dynamic(Spec), Problem, _, File, Line) :-
    !,
    forall(declared_predicate(Spec, Name, Arity),
           ( functor(Head, Name, Arity),
             define(Problem, Head, File, Line) )).
directive(op(Priority, Type, Names), Problem, _, _, _) :-
    plain_operators(Names),
    !,
    op(Priority, Type, Problem:Names).
directive(set_prolog_flag(Flag, Value), Problem, _, _, _) :-
    Flag == double_quotes,
    !,
    @(set_prolog_flag(double_quotes, Value), Problem).
directive(Directive, Problem, _, File, Line) :-
    including(Directive, Specs),
    !,
    include_files(Specs, Problem, File, Line).
directive(Directive, _, _, _, _) :-
    harmless(Directive),
    !.
directive(use_module(library(Library)), Problem, Bindings, File, Line) :-
    !,
    directive(use_module(library(Library), all), Problem, Bindings, File, Line).
directive(use_module(library(Library), _), _, _, _, _) :-
    pure_library(Library),
    !.
directive(Directive, Problem, Bindings, File, Line) :-
    declaring(Directive),
    !,
    declare(Problem, Directive, Bindings, File, Line).
directive(Directive, _, Bindings, File, Line) :-
    quoted_with_names(Directive, Bindings, Text),
    throw(fold_error(directive, File, Line, [Text])).

%   What another system would run is left out and remembered as skipped(Text).

foreign_term(Term, Problem, Bindings, File, Line) :-
    nonvar(Term),
    Term = (:- Directive),
    !,
    foreign_directive(Directive, Problem, Bindings, File, Line).
foreign_term(Term, Problem, Bindings, File, Line) :-
    add_background(Term, Problem, Bindings, File, Line).

%!  foreign_directive(+Directive, +Problem, +Bindings, +File, +Line) is det.
%
%   As a directive of our own, but what would be refused is left out.

foreign_directive(Directive, Problem, Bindings, File, Line) :-
    catch(directive(Directive, Problem, Bindings, File, Line),
          fold_error(directive, _, _, [Text]),
          ( atom_concat(':- ', Text, Whole),
            declare(Problem, skipped(Whole), [], File, Line) )).

%!  declare(+Problem, +Term, +Bindings, +File, +Line) is det.
%
%   Remember a declaration for Python to read.

declare(Problem, Term, Bindings, File, Line) :-
    assertz(declaration(Problem, Term, Bindings, File, Line)).

%   A name with a module would be an operator of the learner itself.

plain_operators(Names) :-
    ground(Names),
    (   is_list(Names)
    ->  forall(member(Name, Names), atom(Name))
    ;   atom(Names)
    ).

declared_predicate(Spec, _, _) :-
    var(Spec),
    !,
    throw(error(instantiation_error, _)).
declared_predicate((A, B), Name, Arity) :-
    !,
    ( declared_predicate(A, Name, Arity) ; declared_predicate(B, Name, Arity) ).
declared_predicate([A|B], Name, Arity) :-
    !,
    ( declared_predicate(A, Name, Arity) ; declared_predicate(B, Name, Arity) ).
declared_predicate(as(Spec, _), Name, Arity) :-
    !,
    declared_predicate(Spec, Name, Arity).
declared_predicate([], _, _) :-
    !,
    fail.
declared_predicate(Name/Arity, Name, Arity) :-
    atom(Name),
    integer(Arity),
    between(0, 1024, Arity),
    !.
declared_predicate(Spec, _, _) :-
    throw(error(type_error(predicate_indicator, Spec), _)).

harmless(table(Spec)) :- ground(Spec).  % what recurses is tabled anyway
harmless(discontiguous(_)).
harmless(multifile(_)).
harmless(style_check(_)).
harmless(module(_, _)).
harmless(set_prolog_flag(Flag, _)) :- nonvar(Flag), memberchk(Flag, [verbose, toplevel_print_anon, unknown]).
harmless(ensure_loaded(library(Library))) :- pure_library(Library).

pure_library(Library) :-
    ground(Library),
    memberchk(Library, [ lists, apply, aggregate, pairs, ordsets, assoc, strings,
                         option, yall, error, ugraphs, between, tabling, dicts,
                         random, gensym, terms, solution_sequences ]).

%   What the learner itself understands; Python reads it.

declaring(modeh(_, _)).
declaring(modeb(_, _)).
declaring(modeh(_)).
declaring(modeb(_)).
declaring(mode(_, _)).
declaring(determination(_, _)).
declaring(pred(_)).
declaring(set(_, _)).

setting(foil_predicates(_)).
setting(foil_numeric_predicates(_)).
setting(foil_cwa(_)).
setting(foil_use_negations(_)).
setting(foil_det_lit_bound(_)).
setting(set(Name, _)) :- search_setting(Name).
setting(Fact) :- declaring(Fact), Fact \= pred(_), Fact \= set(_, _).

%   Other facts of set/2 are the user's own.

search_setting(Name) :-
    atom(Name),
    memberchk(Name, [ i, clauselength, noise, minacc, minpos, max_body, max_vars,
                      max_clauses, single_types ]).

%!  declarations(+Problem:string, -Reply) is det.
%
%   Each declaration as JSON: the term, its file and its line, in file order.

declarations(Name, Texts) :-
    atom_string(Problem, Name),
    findall(Text,
            ( declaration(Problem, Term, Bindings, File0, Line),
              atom_string(File0, File),
              with_output_to(string(Text),
                             json_write(object([ term=term(Term, Bindings),
                                                 file=File, line=Line ])))
            ),
            Texts).

%!  predicates(+Problem:string, -Reply) is det.
%
%   For each predicate of the background four strings: name, arity, number of
%   clauses and number of rules, in the order of their first clauses.

predicates(Name, Reply) :-
    atom_string(Problem, Name),
    findall(Functor/Arity,
            ( rule_at(Problem, Ref, _, _),
              clause(Problem:Head, _, Ref),
              functor(Head, Functor, Arity)
            ),
            Keys),
    msort(Keys, Sorted),
    clumped_keys(Sorted, Rules),
    findall(Field,
            ( defined(Problem, Functor, Arity),
              predicate_fields(Problem, Functor/Arity, Rules, Fields),
              member(Field, Fields)
            ),
            Reply).

predicate_fields(Problem, Functor/Arity, Rules, [Quoted, Arity, Clauses, Count]) :-
    functor(Head, Functor, Arity),
    (   predicate_property(Problem:Head, number_of_clauses(Clauses))
    ->  true
    ;   Clauses = 0
    ),
    (   memberchk(Functor/Arity-Count, Rules)
    ->  true
    ;   Count = 0
    ),
    quoted(Functor, Quoted).

%!  set_target(+Problem, +Name, +Arity, +Adopt, -Reply) is det.
%
%   Take the clauses of the target out of the background, so that nothing asked
%   of it can see them. With Adopt "true" its facts become the positive examples.
%   Reply is the number of facts and of rules taken out.

:- det(set_target/5).
set_target(Problem0, Name0, Arity, Adopt, [Facts, Rules]) :-
    atom_string(Problem, Problem0),
    named(Name0, Name),
    functor(Head, Name, Arity),
    functor(Example, Name, Arity),
    ( once(raw_example(Problem, _, Example, File, Line)) -> true ; File = '', Line = 0 ),
    definable(Head, File, Line),
    findall(Ref, ( rule_at(Problem, Ref, _, _), clause(Problem:Head, _, Ref) ), RuleRefs),
    forall(member(Ref, RuleRefs), ( erase(Ref), retractall(rule_at(Problem, Ref, _, _)) )),
    length(RuleRefs, Rules),
    (   defined(Problem, Name, Arity)
    ->  findall(Head, Problem:Head, Heads),
        abolish(Problem:Name/Arity),
        retractall(defined(Problem, Name, Arity))
    ;   Heads = []
    ),
    own_predicate(Problem, Head),
    length(Heads, Facts),
    (   Adopt == "true"
    ->  forall(member(Atom, Heads), adopt(Problem, Atom))
    ;   true
    ).

adopt(Problem, Atom) :-
    (   ground(Atom)
    ->  assertz(raw_example(Problem, pos, Atom, '', 0))
    ;   quoted(Atom, Text),
        throw(fold_error(not_ground, '', 0, [Text, '_']))
    ).

                /*******************************
                *           THEORIES           *
                *******************************/

%!  read_clauses(+Path:string, -Reply) is det.
%
%   The clauses of a theory file as JSON, one text each, nothing added anywhere.

:- det(read_clauses/2).
read_clauses(Path, Texts) :-
    atom_string(File, Path),
    nb_setval(fold_clauses, []),
    read_terms(File, fold_text, keep_clause),
    nb_getval(fold_clauses, Reversed),
    reverse_onto(Reversed, [], Texts).

keep_clause(Term, Bindings, Line) :-
    with_output_to(string(Text),
                   json_write(object([ term=term(Term, Bindings), line=Line ]))),
    nb_getval(fold_clauses, Texts),
    nb_setval(fold_clauses, [Text|Texts]).

reverse_onto([], List, List).
reverse_onto([X|Xs], Acc, List) :- reverse_onto(Xs, [X|Acc], List).
