% refused 4: shell/2 is called here
bird(a). bird(b). bird(c).
','(_, _, X, X).
p(X) :- bird(X), phrase((shell, []), "touch pwned").
