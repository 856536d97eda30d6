% stopped: asking p(a) took more than
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), between(1, inf, _), fail.
