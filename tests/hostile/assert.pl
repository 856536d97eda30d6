% refused 3: assertz/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), assertz(bird(X)).
