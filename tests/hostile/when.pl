% refused 3: when/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), when(nonvar(Y), shell('touch pwned')), Y = 1.
