% refused 3: nb_setval/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), nb_setval(fold_role, X).
