% refused 3: snapshot/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), snapshot(shell('touch pwned')).
