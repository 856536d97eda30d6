% refused 3: the directive ':- halt' is not run
bird(a). bird(b). bird(c).
:- halt.
