% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), foldl(call, [shell], 'touch pwned', _).
