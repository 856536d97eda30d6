% refused 3: throw/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), throw(fold_interrupt).
