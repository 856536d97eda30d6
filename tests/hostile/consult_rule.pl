% refused 3: consult/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), consult('../payload').
