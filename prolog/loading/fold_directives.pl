:- module(fold_directives,
          [ directive/5,                % +Directive, +Problem, +Bindings, +File, +Line
            foreign_directive/5,        % +Directive, +Problem, +Bindings, +File, +Line
            is_multifile/4,             % +Problem, +Name, +Arity, -Reply
            declared_tabled/3,          % ?Problem, ?Name, ?Arity
            loads_library/2,            % ?Problem, ?Library
            operators_of/2              % +Library, -Operators
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_declarations, [declare/5, declaring_directive/1]).
:- use_module(fold_include, [include_files/5, including/3]).
:- use_module(fold_exports, [begin_module/3, note_imports/4]).
:- use_module('../problem/fold_problem', [define/4, make_local/2]).
:- use_module(fold_syntax,
              [declare_operators/4, default_double_quotes/1, own_operators/2,
               set_double_quotes/2]).
:- use_module('../terms/fold_text', [named/2, quoted_with_names/3]).
:- use_module(fold_units, [multifile_predicate/3]).

/** <module> Directives of files that are not trusted

No directive is called. Those that describe predicates or operators take effect in the
problem's module, those that name other files have them read, and declarations are
kept. Those that change nothing here are ignored; all others are refused.
*/

%!  declared_tabled(?Problem, ?Name, ?Arity) is nondet.
%
%   A directive says that Name/Arity is tabled.

:- dynamic declared_tabled/3.

%!  loads_library(?Problem, ?Library) is nondet.
%
%   A directive loads a library that Prolog does not load by itself.

:- dynamic loads_library/2.

fold_problem:forget(Problem) :-
    retractall(loads_library(Problem, _)),
    retractall(declared_tabled(Problem, _, _)).

%!  is_multifile(+Problem, +Name:string, +Arity, -Reply) is det.
%
%   Reply is "true" if clauses of Name/Arity in several files add up, else "false".

is_multifile(Problem, Name0, Arity, [Reply]) :-
    named(Name0, Name),
    (   multifile_predicate(Problem, Name, Arity)
    ->  Reply = "true"
    ;   Reply = "false"
    ).

%!  directive(+Directive, +Problem, +Bindings, +File, +Line) is det.
%
%   Do what Directive says.
%
%   @throws fold_error(directive, File, Line, [Text]) if it is refused

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
directive(table(Spec), _, Bindings, File, Line) :-
    moded(Spec, Head),
    !,
    quoted_with_names(table(Spec), Bindings, Text),
    functor(Head, Name, Arity),
    format(string(Indicator), "~q", [Name/Arity]),
    throw(fold_error(table_modes, File, Line, [Text, Indicator])).
directive(table(Spec0), Problem, _, _, _) :-
    nonvar(Spec0),
    unmoded(Spec0, Spec),
    ground(Spec),
    !,                                  % what recurses is tabled in any case
    forall(catch(declared_predicate(Spec, Name, Arity), error(_, _), fail),
           assertz(declared_tabled(Problem, Name, Arity))),
    define_tnot(Problem).
directive(multifile(Spec), Problem, _, _, _) :-
    !,
    forall(catch(declared_predicate(Spec, Name, Arity), error(_, _), fail),
           assertz(multifile_predicate(Problem, Name, Arity))).
directive(op(Priority, Type, Names), Problem, _, _, _) :-
    plain_operators(Names),
    !,
    own_operators(Problem, Names),
    declare_operators(Problem, Priority, Type, Names).
directive(module(_, Exports), Problem, Bindings, File, Line) :-
    is_list(Exports),
    !,
    begin_module(Problem, File, Exports),
    default_double_quotes(Problem),
    forall(( member(Export, Exports),
             nonvar(Export),
             Export = op(_, _, _)
           ),
           directive(Export, Problem, Bindings, File, Line)).
directive(set_prolog_flag(Flag, Value), Problem, _, _, _) :-
    Flag == double_quotes,
    !,
    set_double_quotes(Problem, Value).
directive(use_module(_, Imports), Problem, _, File, Line) :-
    note_imports(Problem, Imports, File, Line),
    fail.
directive(Directive, Problem, _, File, Line) :-
    including(Directive, Specs, How),
    !,
    include_files(Specs, How, Problem, File, Line).
directive(Directive, _, _, _, _) :-
    ignored(Directive),
    !.
directive(use_module(library(Library)), Problem, Bindings, File, Line) :-
    !,
    directive(use_module(library(Library), all), Problem, Bindings, File, Line).
directive(use_module(library(Library), _), Problem, _, _, _) :-
    ground(Library),
    operators_of(Library, Operators),
    !,
    assertz(loads_library(Problem, Library)),
    forall(member(op(Priority, Type, Name), Operators),
           declare_operators(Problem, Priority, Type, Name)).
directive(use_module(library(Library), _), _, _, _, _) :-
    pure_library(Library),
    !.
directive(Directive, Problem, Bindings, File, Line) :-
    declaring_directive(Directive),
    !,
    declare(Problem, Directive, Bindings, File, Line).
directive(Directive, _, Bindings, File, Line) :-
    quoted_with_names(Directive, Bindings, Text),
    throw(fold_error(directive, File, Line, [Text])).

%!  foreign_directive(+Directive, +Problem, +Bindings, +File, +Line) is det.
%
%   As directive/5, for a file of another system: a directive that would be refused is
%   left out and declared as skipped(Text).

foreign_directive((A, B), Problem, Bindings, File, Line) :-
    !,
    foreign_directive(A, Problem, Bindings, File, Line),
    foreign_directive(B, Problem, Bindings, File, Line).
foreign_directive(Directive, Problem, Bindings, File, Line) :-
    catch(directive(Directive, Problem, Bindings, File, Line),
          fold_error(directive, _, _, [Text]),
          ( atom_concat(':- ', Text, Whole),
            declare(Problem, skipped(Whole), [], File, Line) )).

%   define_tnot(+Problem)
%
%   Let tnot/1 in Problem ask what a directive tables as \+ does, for it need not be
%   tabled here. In cycles of negation `fold_table` has put not_exists/1 in its place.

define_tnot(Problem) :-
    (   predicate_property(Problem:tnot(_), dynamic)
    ->  true
    ;   make_local(Problem, tnot(_)),
        assertz((Problem:tnot(Goal) :- fold_directives:fails(Problem, Goal)))
    ).

fails(Problem, Goal) :-
    functor(Goal, Name, Arity),
    (   declared_tabled(Problem, Name, Arity)
    ->  \+ Problem:Goal
    ;   tnot(Problem:Goal)
    ).

%   moded(+Spec, -Head) is semidet: table/1 is to keep one answer of several of Head.

moded(Spec, _) :-
    \+ compound(Spec),
    !,
    fail.
moded((A, B), Head) :-
    !,
    ( moded(A, Head) ; moded(B, Head) ).
moded([A|B], Head) :-
    !,
    ( moded(A, Head) ; moded(B, Head) ).
moded(as(Spec, _), Head) :-
    !,
    moded(Spec, Head).
moded(Head, Head) :-
    functor(Head, Name, _),
    \+ memberchk(Name, [/, //, :]),
    arg(_, Head, Mode),
    nonvar(Mode),
    Mode \== index,
    !.

%   unmoded(+Spec0, -Spec): heads without modes, p(_, _), are p/2.

unmoded(Spec, Spec) :-
    ground(Spec),
    !.
unmoded((A0, B0), (A, B)) :-
    !,
    unmoded(A0, A),
    unmoded(B0, B).
unmoded(as(Spec, _), Plain) :-
    !,
    unmoded(Spec, Plain).
unmoded(Head, Name/Arity) :-
    compound(Head),
    functor(Head, Name, Arity),
    \+ memberchk(Name, [/, //, :, as, '[|]']).

%   plain_operators(+Names): no name has a module, which could be one of the learner.

plain_operators(Names) :-
    ground(Names),
    (   is_list(Names)
    ->  forall(member(Name, Names), atom(Name))
    ;   atom(Names)
    ).

%   declared_predicate(+Spec, -Name, -Arity) is nondet.
%
%   Name/Arity is one of the predicates that the argument of dynamic/1 names.

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
declared_predicate(Name//Count, Name, Arity) :-
    atom(Name),
    integer(Count),
    between(0, 1022, Count),
    !,
    Arity is Count + 2.
declared_predicate(Spec, _, _) :-
    throw(error(type_error(predicate_indicator, Spec), _)).

%   ignored(+Directive): it changes nothing here.

ignored(discontiguous(_)).
ignored(style_check(_)).
ignored(encoding(Encoding)) :-          % every file is read so
    Encoding == utf8.
ignored(set_prolog_flag(Flag, _)) :-
    nonvar(Flag),
    memberchk(Flag, [verbose, toplevel_print_anon, unknown]).
ignored(ensure_loaded(library(Library))) :-
    pure_library(Library).

%!  operators_of(+Library, -Operators:list) is semidet.
%
%   The operators of a library that only a directive loads. What it has that rules may
%   call is imported by `fold_vet`.

operators_of(dcg/basics, []).
operators_of(clpfd,
             [ op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==),
               op(740, yfx, #\/), op(730, yfx, #\), op(720, yfx, #/\),
               op(710, fy, #\), op(700, xfx, #>), op(700, xfx, #<),
               op(700, xfx, #>=), op(700, xfx, #=<), op(700, xfx, #=),
               op(700, xfx, #\=), op(700, xfx, in), op(700, xfx, ins),
               op(700, xfx, in_set),
               op(450, xfx, ..) ]).

%   pure_library(+Library): what it has that rules may call is imported by `fold_vet`.

pure_library(Library) :-
    ground(Library),
    memberchk(Library, [ lists, apply, aggregate, pairs, ordsets, assoc, strings,
                         option, yall, error, ugraphs, between, tabling, dicts,
                         random, gensym, terms, solution_sequences, heaps, rbtrees,
                         occurs ]).
