fly(X) :- bird(X), \+ penguin(X).
