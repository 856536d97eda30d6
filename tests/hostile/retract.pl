% refused 3: retract/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), retract(bird(X)).
