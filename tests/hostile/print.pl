% refused 3: print/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), print(X).
