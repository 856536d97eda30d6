% refused 3: is not run
bird(a). bird(b). bird(c).
:- arithmetic_function(f/1).
