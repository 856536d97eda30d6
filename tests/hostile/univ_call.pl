% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), G =.. [shell, 'touch pwned'], call(G).
