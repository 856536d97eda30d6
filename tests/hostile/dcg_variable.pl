% refused 3: cannot be known before it runs
bird(a). bird(b). bird(c).
p(X) --> X.
