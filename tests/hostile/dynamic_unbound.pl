% refused 3: not sufficiently instantiated
bird(a). bird(b). bird(c).
:- dynamic X.
