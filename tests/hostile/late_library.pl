% harmless
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), process_create(path(touch), [pwned], []).
process_create(_, _, _).
