% stopped: asking p(a) leads to ever larger terms
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), double(40, X, Y), double(40, X, Z), Y == Z.
double(0, X, X) :- !.
double(N, X, Y) :- M is N - 1, double(M, f(X, X), Y).
