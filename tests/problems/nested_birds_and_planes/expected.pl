fly(X) :- plane(X), \+ ab0(X).
fly(X) :- bird(X), \+ ab1(X).
fly(X) :- superpenguin(X).
ab0(X) :- damaged(X).
ab1(X) :- penguin(X).
