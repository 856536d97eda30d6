fly(X) :- bird(X), \+ ab0(X).
fly(X) :- member(X, [jet]).
ab0(X) :- penguin(X).
