% refused 3: rules with => are not understood
bird(a). bird(b). bird(c).
p(X), bird(X) => shell('touch pwned').
