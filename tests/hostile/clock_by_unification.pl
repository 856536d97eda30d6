% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), E = cputime, T is E, T > 0.
