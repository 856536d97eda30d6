% refused 3: catch/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), catch(bird(X), _, true).
