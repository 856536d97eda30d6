% harmless
bird(a). bird(b). bird(c).
p(X) :- bird(X), Y = f(Y), Z = f(Z), Y = Z.
q(X) :- bird(X), Y = [X|Y], ground(Y).
