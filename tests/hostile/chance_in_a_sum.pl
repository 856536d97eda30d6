% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), aggregate_all(max(E), member(E, [random_float]), M), M > 0.5.
