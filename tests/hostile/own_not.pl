% refused 3: not/1 is built into Prolog
bird(a). bird(b). bird(c).
not(_) :- fail.
p(X) :- bird(X), not(cat(X)).
cat(c).
