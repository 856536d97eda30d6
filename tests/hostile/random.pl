% refused 3: random(10) is another number each time
bird(a). bird(b). bird(c).
p(X) :- bird(X), Y is random(10), Y > 5.
