% harmless
bird(a). bird(b). bird(c).
p(X) :- bird(X), dif(Y, X), Y = c.
q(X) :- dif(X, a), bird(X).
