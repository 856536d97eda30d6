% refused 3: a solution of maplist/2 has a variable
bird(a). bird(b). bird(c).
maplist(_, _).
p(X) :- maplist(shell, ['touch pwned']).
