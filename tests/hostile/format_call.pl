% refused 3: format/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), format('~@', [shell('touch pwned')]).
