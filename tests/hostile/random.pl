% refused 3: random(10) depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), Y is random(10), Y > 5.
