fly(X) :- bird(X), \+ ab0(X).
ab0(X) :- penguin(X).
