% refused 3: is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), maplist(\Y^shell(Y), ['touch pwned']).
