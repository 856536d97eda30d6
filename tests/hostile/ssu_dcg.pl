% refused 4: rules with ==> are not understood
bird(a). bird(b). bird(c).
:- op(1200, xfx, ==>).
p(X) ==> { shell('touch pwned') }.
