% stopped: asking p(a) took more
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), numlist(1, 1000000000, L), L == [].
