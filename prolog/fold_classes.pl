:- module(fold_classes,
          [ classes/3,                  % +Problem, +Argument, -Reply
            keep_class/4                % +Problem, +Argument, +Class, -Reply
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(fold_examples, [example_at/5]).
:- use_module(fold_text, [quoted/2]).

/** <module> Targets with a class as an argument

If an argument of the target is to be a constant in every rule, as the class in
`class(X, mammal)`, a theory is learned for each of its values in turn.
*/

%!  classes(+Problem:string, +Argument:integer, -Reply) is det.
%
%   The values that Argument has in the positive examples, each once, in the
%   standard order.

:- det(classes/3).
classes(Name, Argument, Texts) :-
    atom_string(Problem, Name),
    findall(Class,
            ( example_at(Problem, pos, Atom, _, _),
              arg(Argument, Atom, Class)
            ),
            Classes0),
    sort(Classes0, Classes),
    findall(Text, ( member(Class, Classes), quoted(Class, Text) ), Texts).

%!  keep_class(+Problem:string, +Argument:integer, +Class:string, -Reply) is det.
%
%   Delete all examples but those that have Class as Argument.

:- det(keep_class/4).
keep_class(Name, Argument, Text, []) :-
    atom_string(Problem, Name),
    term_string(Class, Text, [module(fold_text)]),
    forall(( clause(example_at(Problem, _, Atom, _, _), true, Ref),
             arg(Argument, Atom, Value),
             Value \== Class
           ),
           erase(Ref)).
