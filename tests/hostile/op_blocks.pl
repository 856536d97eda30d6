% harmless
bird(a). bird(b). bird(c).
:- op(100, yf, {}).
:- op(100, yf, []).
p(X) :- bird(X), X[1] = Y, Y = {shell}.
