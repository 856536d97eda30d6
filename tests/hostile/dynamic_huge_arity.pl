% refused 3: Type error
bird(a). bird(b). bird(c).
:- dynamic p/99999999999999999999.
