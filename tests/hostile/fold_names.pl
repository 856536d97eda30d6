% harmless
bird(a). bird(b). bird(c).
'fold clause'(0, X) :- bird(X).
'fold clause'(1, 1, X) :- bird(X).
path(X, Y) :- path(X, Z), path(Z, Y).
path(a, b).
'path tabled'(X, X) :- bird(X).
'win$wfs'(a).
ab0(a).
