% refused 3: freeze/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), freeze(Y, shell('touch pwned')), Y = 1.
