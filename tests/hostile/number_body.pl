% refused 3: Type error
bird(a). bird(b). bird(c).
p(X) :- bird(X), 3.
