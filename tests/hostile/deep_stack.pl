% stopped: asking p(a) took more
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), deep(X, Y), Y == X.
deep(X, f(Y)) :- findall(Z, deep(f(X), Z), [Y]).
