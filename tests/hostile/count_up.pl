% stopped: asking p(a) took more
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), count(0).
count(N) :- M is N + 1, count(M).
