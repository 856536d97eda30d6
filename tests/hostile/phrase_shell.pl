% refused 3: shell/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), phrase((shell, []), "touch pwned").
