:- module(units_tests, []).
:- use_module(library(plunit)).
:- use_module(library(filesex), [delete_directory_and_contents/1, directory_file_path/3]).
:- use_module('../../prolog/loading/fold_load', [load_file/4]).
:- use_module('../../prolog/problem/fold_problem', [free_problem/2, new_problem/2, predicates/2]).

:- begin_tests(units).

%   inferences(+Count, -Inferences): to load a background of so many modules.

inferences(Count, Inferences) :-
    tmp_file(modules, Directory),
    setup_call_cleanup(
        make_directory(Directory),
        inferences(Count, Directory, Inferences),
        delete_directory_and_contents(Directory)).

inferences(Count, Directory, Inferences) :-
    forall(between(1, Count, I),
           ( format(atom(Name), "m~w.pl", [I]),
             write_file(Directory, Name,
                        ":- module(m~w, [p~w/1]). p~w(X) :- q~w(X). q~w(a).",
                        [I, I, I, I, I]) )),
    findall(Line,
            ( between(1, Count, I),
              format(atom(Line), ":- use_module(m~w). ", [I])
            ),
            Lines),
    atomic_list_concat(Lines, Text),
    write_file(Directory, 'bk.pl', "~w", [Text]),
    directory_file_path(Directory, 'bk.pl', Path),
    new_problem(units, _),
    statistics(inferences, Before),
    load_file(units, Path, "bk", _),
    statistics(inferences, After),
    predicates(units, Reply),
    free_problem(units, _),
    length(Reply, Fields),
    assertion(Fields =:= 8 * Count),
    Inferences is After - Before.

write_file(Directory, Name, Format, Arguments) :-
    directory_file_path(Directory, Name, Path),
    setup_call_cleanup(
        open(Path, write, Out),
        format(Out, Format, Arguments),
        close(Out)).

test(each_file_once, [true(Twice < 2.2 * Once)]) :-
    inferences(10, _),
    inferences(100, Once),
    inferences(200, Twice).

:- end_tests(units).
