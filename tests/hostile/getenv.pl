% refused 3: getenv/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), getenv('HOME', _).
