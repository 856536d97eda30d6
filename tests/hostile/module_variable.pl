% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), M = system, M:shell('touch pwned').
