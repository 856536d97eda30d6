% refused 3: is another number each time
bird(a). bird(b). bird(c).
p(X) :- bird(X), cputime + 1 > realtime.
