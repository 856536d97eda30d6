% refused 3: hidden/1 is called here but defined nowhere
bird(a). bird(b). bird(c).
p(X) :- bird(X), hidden(X).
