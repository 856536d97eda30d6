% refused 3: is not run
bird(a). bird(b). bird(c).
:- assertz((p(X) :- shell('touch pwned'))).
