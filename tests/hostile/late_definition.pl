% harmless
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), shell('touch pwned'), consult('../payload').
shell(_).
consult(_).
