:- module(fold_trust,
          [ trusted_load/3,             % +Problem, +Path, -Reply
            lambda_name/1               % +Name
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_declarations, [declare/5, declaring_directive/1, declaring_fact/1]).
:- use_module(fold_exports, [begin_module/3, leave_modules/1]).
:- use_module('../fold_modules', [own_file/1]).
:- use_module('../problem/fold_problem',
              [add_defined/3, add_source_file/2, defined/3, rule_at/4, trusted/1]).
:- use_module('../problem/fold_reserved', [hook/2]).
:- use_module(fold_syntax, [note_bare_negation/5, own_operators/2]).
:- use_module('../terms/fold_text', [error_text/2]).

/** <module> Files that the user trusts

Prolog itself loads them into the problem's module: directives run, terms are expanded,
other files are loaded. Only declarations to the learner are kept from Prolog. All
clauses that are in the module afterwards are the background, whatever file or
directive they come from.
*/

:- dynamic
    loading/2,                          % Problem, Stream
    fault/3,                            % File, Line, Text
    unloaded/1.                         % Path

:- multifile
    user:prolog_load_file/2,
    user:term_expansion/2,
    user:message_hook/3.
:- dynamic
    user:prolog_load_file/2,
    user:term_expansion/2,
    user:message_hook/3.

%!  trusted_load(+Problem, +Path:string, -Reply) is det.
%
%   Load the file at Path into Problem, whose rules may then call anything.
%
%   @throws fold_error(bad_clause, File, Line, [Text]) at the first error

:- det(trusted_load/3).
trusted_load(Problem, Path, []) :-
    atom_string(File, Path),
    set_module(Problem:base(user)),
    ( trusted(Problem) -> true ; assertz(trusted(Problem)) ),
    retractall(fault(_, _, _)),
    atomic_list_concat([File, ?, Problem], Source),
    setup_call_cleanup(
        begin_load(Problem, File, In, Refs),
        catch(load_files(Problem:Source, [stream(In)]), Ball, thrown(Ball, File)),
        end_load(In, Refs)),
    (   fault(FaultFile, Line, Text)
    ->  throw(fold_error(bad_clause, FaultFile, Line, [Text]))
    ;   true
    ),
    add_source_file(Problem, File),
    forall(loaded(Loaded), add_source_file(Problem, Loaded)),
    adopt_predicates(Problem),
    leave_modules([]).

%   loaded(-File): Prolog has loaded File, for this problem or one before, which is
%   neither a library nor one of our own files.

loaded(File) :-
    (   source_file(File),
        Source = File
    ;   source_file_property(Source, includes(File, _))
    ),
    \+ library_file(Source),
    \+ own_file(Source),
    exists_file(File).

thrown(Ball, File) :-
    (   Ball == fold_interrupt
    ->  throw(Ball)
    ;   error_text(Ball, Text),
        throw(fold_error(bad_clause, File, 0, [Text]))
    ).

%   begin_load(+Problem, +File, -In, -Refs)
%
%   Open the file and add the hooks, clauses Refs, that handle terms, messages and other
%   files while it loads. The name of the source has that of the problem, so that Prolog
%   does not take a file that two problems load for the same source.

begin_load(Problem, File, In, [Ref1, Ref2, Ref3, Ref4]) :-
    open(File, read, In, [encoding(utf8), bom(true)]),
    asserta(loading(Problem, In), Ref1),
    asserta((user:term_expansion(Term, []) :- fold_trust:keep_declaration(Term)), Ref2),
    asserta((user:message_hook(Message, Kind, Lines) :-
                 fold_trust:handle_message(Kind, Message, Lines)), Ref3),
    asserta((user:prolog_load_file(Spec, Options) :-
                 fold_trust:load_again(Spec, Options)), Ref4).

end_load(In, Refs) :-
    close(In),
    forall(member(Ref, Refs), erase(Ref)).

file_of(Source, File) :-
    (   sub_atom(Source, Before, _, _, '?fold_problem_')
    ->  sub_atom(Source, 0, Before, _, File)
    ;   File = Source
    ).

%   keep_declaration(+Term): Term is for the learner, not for Prolog, and is kept. That
%   the file is a module is dropped: its clauses go into the problem's module. Modules
%   and libraries that the file loads are left as they are.

keep_declaration(Term) :-
    nonvar(Term),
    loading(Problem, In),
    note_syntax(Term, Problem),
    for_learner(Term, Declaration),
    prolog_load_context(source, Source),
    \+ library_file(Source),
    file_of(Source, File),
    prolog_load_context(term_position, Position),
    stream_position_data(line_count, Position, Line),
    (   Declaration = module(_, Exports)
    ->  prolog_load_context(stream, In), % it is the problem's own file
        ( is_list(Exports) -> begin_module(Problem, File, Exports) ; true ),
        forall(( member(Export, Exports), nonvar(Export), Export = op(P, T, Name) ),
               op(P, T, Problem:Name))
    ;   prolog_load_context(variable_names, Bindings),
        declare(Problem, Declaration, Bindings, File, Line)
    ).

%   note_syntax(+Term, +Problem): note what of Term swipl cannot read without the
%   operators that a problem has from the start.

note_syntax((:- op(_, _, Names)), Problem) :-
    ground(Names),
    !,
    own_operators(Problem, Names).
note_syntax(Term, Problem) :-
    Term = (_ :- _),
    prolog_load_context(module, Problem),
    !,
    prolog_load_context(stream, In),
    prolog_load_context(term_position, Position),
    prolog_load_context(source, Source),
    file_of(Source, File),
    note_bare_negation(Term, In, Position, Problem, File).
note_syntax(_, _).

library_file(Source) :-
    current_prolog_flag(home, Home),
    sub_atom(Source, 0, _, _, Home).

for_learner((:- Directive), Directive) :-
    nonvar(Directive),
    ( declaring_directive(Directive) ; Directive = module(_, _) ),
    !.
for_learner(Fact, Fact) :-
    declaring_fact(Fact),
    !.

%   handle_message(+Kind, +Message, +Lines): keep the first error and silence warnings,
%   but not that of a directive that fails.

handle_message(error, Message, Lines) :-
    (   fault(_, _, _)
    ->  true
    ;   place(Message, Source, Line),
        file_of(Source, File),
        fault_text(Message, Lines, Text),
        assertz(fault(File, Line, Text))
    ).
handle_message(warning, Message, _) :-
    Message \= goal(_, _, _),
    Message \= goal_failed(_, _).

fault_text(error(Formal, _), _, Text) :-
    !,
    error_text(error(Formal, _), Text).
fault_text(_, Lines, Text) :-
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    normalize_space(string(Text), Text0).

%   place(+Message, -Source, -Line): where the error is. Many have no context.

place(error(_, Context), File, Line) :-
    nonvar(Context),
    Context = file(File, Line, _, _),
    !.
place(error(_, Context), File, Line) :-
    nonvar(Context),
    Context = stream(_, Line, _, _),
    prolog_load_context(source, File),
    !.
place(_, File, Line) :-
    source_location(File, Line),
    !.
place(_, '', 0).

%   adopt_predicates(+Problem): make what has been loaded the background, in the order
%   of the lines.

adopt_predicates(Problem) :-
    findall(Place-(Name/Arity),
            ( current_predicate(Problem:Name/Arity),
              functor(Head, Name, Arity),
              own(Problem, Head),
              \+ defined(Problem, Name, Arity),
              predicate_place(Problem:Head, Place)
            ),
            Pairs),
    sort(Pairs, Sorted),
    forall(member(_-Predicate, Sorted), adopt(Problem, Predicate)).

own(Problem, Head) :-
    functor(Head, Name, Arity),
    \+ sub_atom(Name, 0, _, _, $),
    \+ lambda_name(Name),
    \+ hook(Name, Arity),
    predicate_property(Problem:Head, number_of_clauses(_)),
    \+ predicate_property(Problem:Head, imported_from(_)).

%!  lambda_name(+Name) is semidet.
%
%   Prolog has given this name to a lambda expression.

lambda_name(Name) :-
    sub_atom(Name, 0, _, _, '__aux_').

predicate_place(Head, 0-Line) :-
    predicate_property(Head, line_count(Line)),
    !.
predicate_place(_, 1-0).

adopt(Problem, Name/Arity) :-
    add_defined(Problem, Name, Arity),
    functor(Head, Name, Arity),
    forall(( clause(Problem:Head, Body, Ref), Body \== true ),
           ( clause_place(Ref, File, Line),
             assertz(rule_at(Problem, Ref, File, Line)) )).

clause_place(Ref, File, Line) :-
    clause_property(Ref, file(Source)),
    file_of(Source, File),
    clause_property(Ref, line_count(Line)),
    !.
clause_place(_, '', 0).

%   unload_file/1 leaves Prolog in the belief that a file is loaded, into a module that
%   is gone. So a file that was unloaded is loaded again by load_again/2.

fold_problem:forget(Problem) :-
    trusted(Problem),
    findall(Source,
            ( source_file_property(Source, load_context(Problem, _, _)),
              \+ library_file(Source)   % others use it too
            ),
            Sources),
    forall(member(Source, Sources),
           ( unload_file(Source),
             retractall(system:'$load_context_module'(Source, _, _)),
             assertz(unloaded(Source)) )).

%   load_again(+Spec, +Options) is semidet.
%
%   Load the file that Spec names, whatever the Options say of files that are loaded, if
%   it was unloaded.

load_again(Module:Spec, Options) :-
    unloaded(_),
    absolute_file_name(Spec, Path,
                       [file_type(prolog), access(read), file_errors(fail)]),
    retract(unloaded(Path)),
    !,
    retractall(unloaded(Path)),
    exclude(=(if(_)), Options, Others),
    load_files(Module:Spec, [if(true)|Others]).
