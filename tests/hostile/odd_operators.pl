% harmless
bird(a). bird(b). bird(c).
:- op(200, xfy, &).
:- op(700, xfx, flies).
:- op(9, fx, #).
:- op(1200, xfx, <-).
a flies b.
p(X) :- bird(X), X = a.
