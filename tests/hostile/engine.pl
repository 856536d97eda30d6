% refused 3: engine_create/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), engine_create(Y, shell('touch pwned'), E), engine_next(E, _).
