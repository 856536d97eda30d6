% left out: a solution of maplist/2 has a variable
:- modeh(1, fly(+x)).
:- modeb(*, maplist(+x, -x)).
bird(a). bird(b). bird(c).
maplist(_, _).
p(X) :- maplist(shell, ['touch pwned']).
