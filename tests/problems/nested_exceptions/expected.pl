fly(X) :- bird(X), \+ ab0(X).
ab0(X) :- penguin(X), \+ ab1(X).
ab1(X) :- superpenguin(X), \+ ab2(X).
ab2(X) :- wet(X), cold(X).
