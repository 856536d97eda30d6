% refused 3: apply/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), apply(shell, ['touch pwned']).
