% refused 3: shell/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), predsort(shell, [a, b], _).
