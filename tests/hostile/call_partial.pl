% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), call(findall(Y), shell('touch pwned'), _).
