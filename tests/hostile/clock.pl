% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), cputime + 1 > realtime.
