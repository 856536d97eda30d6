% refused 3: phrase/3 is called here
bird(a). bird(b). bird(c).
p(X) --> X.
