% refused 3: read/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), read(Y), call(Y).
