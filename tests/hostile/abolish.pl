% refused 3: abolish/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), abolish(bird/1).
