% refused 3: the directive ':- shell('touch pwned')' is not run
bird(a). bird(b). bird(c).
:- shell('touch pwned').
