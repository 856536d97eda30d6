% refused 3: op/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), op(700, xfx, X).
