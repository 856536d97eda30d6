% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), X = shell, call(X, 'touch pwned').
