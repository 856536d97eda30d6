% refused 4: shell/1 is called here
bird(a). bird(b). bird(c).
maplist(_, _).
p(X) :- maplist(shell, ['touch pwned']).
