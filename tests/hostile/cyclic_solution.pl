% left out: asking q(a, _) failed
:- modeh(1, fly(+x)).
:- modeb(*, q(+x, -y)).
bird(a). bird(b). bird(c).
q(X, Y) :- bird(X), Y = f(Y).
