% refused 3: is called here as a goal, and what it will be cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), lists:(system:shell('touch pwned')).
