% refused 3: clause/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), clause(fold_load:defined(_, _, _), _).
