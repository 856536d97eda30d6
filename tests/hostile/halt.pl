% refused 3: halt/0 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), halt.
