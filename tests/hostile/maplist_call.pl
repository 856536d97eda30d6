% refused 3: cannot be known
bird(a). bird(b). bird(c).
p(X) :- bird(X), maplist(call, [shell('touch pwned')]).
