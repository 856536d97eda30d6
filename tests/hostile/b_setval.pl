% refused 3: b_setval/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), b_setval(v, X), b_getval(v, _).
