% refused 3: shell/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), aggregate_all(max(Y, Z), Y, shell('touch pwned'), _).
