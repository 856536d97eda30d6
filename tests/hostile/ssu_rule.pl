% refused 4: rules with => are not understood
bird(a). bird(b). bird(c).
:- dynamic p/1.
p(a) => shell('touch pwned').
