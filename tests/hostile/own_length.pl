% harmless
bird(a). bird(b). bird(c).
succ(a, 0).
msort(a, []).
plus(a, 1, 2).
between(a, b, c).
p(X) :- bird(X), between(X, b, c).
