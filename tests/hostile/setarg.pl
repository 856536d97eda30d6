% refused 3: nb_setarg/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), Y = f(X), nb_setarg(1, Y, b).
