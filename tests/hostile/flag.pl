% refused 3: flag/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), flag(k, _, 1).
