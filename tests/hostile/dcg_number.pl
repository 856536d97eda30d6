% refused 3: Type error
bird(a). bird(b). bird(c).
p --> 3.
