% harmless
bird(a). bird(b). bird(c).
:- table system:shell/1.
p(X) :- bird(X).
