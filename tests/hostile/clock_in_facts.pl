% refused 4: depends on the time or on chance
bird(a). bird(b). bird(c).
clock(cputime).
p(X) :- bird(X), clock(E), E > 0.
