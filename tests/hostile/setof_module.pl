% refused 3: cannot be known before
bird(a). bird(b). bird(c).
p(X) :- bird(X), setof(Y, Z^system:shell(Y, Z), _).
