% refused 3: put_attr/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), put_attr(Y, system, shell('touch pwned')), Y = 1.
