% stopped: asking p(a) took more
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), q(0).
q(N) :- M is N + 1, r(M).
r(N) :- q(N).
