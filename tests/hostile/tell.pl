% refused 3: tell/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), tell(pwned).
