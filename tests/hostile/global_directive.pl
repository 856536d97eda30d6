% refused 3: is not run
bird(a). bird(b). bird(c).
:- nb_setval(fold_role, neg).
