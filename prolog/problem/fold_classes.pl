:- module(fold_classes,
          [ classes/3,                  % +Problem, +Argument, -Reply
            keep_class/4,               % +Problem, +Argument, +Class, -Reply
            class_world/4,              % +Problem, +Argument, +Cap, -Reply
            example_classes/3           % +Problem, +Argument, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [get_assoc/3, ord_list_to_assoc/2]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_problem, [companion/2]).
:- use_module('../terms/fold_text', [pack/2, quoted/2]).
:- use_module('../analysis/fold_world', [check_world_size/2, close_world/3]).

/** <module> Targets with a class as an argument

If an argument of the target is to be a constant in every rule, as the class in
`class(X, mammal)`, a theory is learned for each of its values in turn.
*/

%!  classes(+Problem, +Argument:integer, -Reply) is det.
%
%   The values that Argument has in the positive examples, each once, in the
%   standard order.

:- det(classes/3).
classes(Problem, Argument, Texts) :-
    class_terms(Problem, Argument, Classes),
    findall(Text, ( member(Class, Classes), quoted(Class, Text) ), Texts).

class_terms(Problem, Argument, Classes) :-
    findall(Class,
            ( example_at(Problem, pos, Atom, _, _),
              arg(Argument, Atom, Class)
            ),
            Classes0),
    sort(Classes0, Classes).

%!  keep_class(+Problem, +Argument:integer, +Class:string, -Reply) is det.
%
%   Delete all examples but those that have Class as Argument.

:- det(keep_class/4).
keep_class(Problem, Argument, Text, []) :-
    term_string(Class, Text, [module(fold_text)]),
    forall(( clause(example_at(Problem, _, Atom, _, _), true, Ref),
             arg(Argument, Atom, Value),
             Value \== Class
           ),
           erase(Ref)).

%!  class_world(+Problem, +Argument:integer, +Cap:integer, -Reply) is det.
%
%   Make negative examples: what has a class in the positive examples is in none of the
%   classes that they do not give it. Whatever has no class there stays unknown. Reply
%   is the number of negatives made.
%
%   @throws fold_error(cap, '', 0, [Size, Cap]) if there would be more than Cap atoms

:- det(class_world/4).
class_world(Problem, Argument, Cap, [Count]) :-
    class_terms(Problem, Argument, Classes),
    findall(Open,
            distinct(Open, ( example_at(Problem, pos, Atom, _, _),
                             without_class(Argument, Atom, Open) )),
            Objects),
    check_world_size([Objects, Classes], Cap),
    findall(Atom,
            ( member(Atom, Objects),
              arg(Argument, Atom, Class),
              member(Class, Classes)
            ),
            World0),
    sort(World0, World),
    close_world(Problem, World, Negatives),
    length(Negatives, Count).

%   without_class(+Argument, +Atom, -Open): Open is Atom with a variable as Argument.

without_class(Argument, Atom, Open) :-
    duplicate_term(Atom, Open),
    setarg(Argument, Open, _).

%!  example_classes(+Problem, +Argument:integer, -Reply) is det.
%
%   Reply is, for the examples by their indices, the numbers of their objects, packed,
%   and after it the class of each. Examples that differ in Argument alone have one
%   object.

:- det(example_classes/3).
example_classes(Problem, Argument, [Packed|Texts]) :-
    companion(Problem, Companion),
    findall(Object-Text,
            ( Companion:example(_, Atom),
              object(Argument, Atom, Object),
              arg(Argument, Atom, Class),
              quoted(Class, Text)
            ),
            Pairs),
    pairs_keys_values(Pairs, Objects, Texts),
    sort(Objects, Distinct),
    findall(Object-Number, nth0(Number, Distinct, Object), Numbered),
    ord_list_to_assoc(Numbered, Numbers),
    maplist(number_in(Numbers), Objects, Found),
    pack(Found, Packed).

object(Argument, Atom, Object) :-
    duplicate_term(Atom, Object),
    setarg(Argument, Object, []).

number_in(Numbers, Object, Number) :-
    get_assoc(Object, Numbers, Number).
