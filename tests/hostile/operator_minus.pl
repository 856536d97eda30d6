% harmless
bird(a). bird(b). bird(c).
:- op(0, yfx, -).
:- op(0, xfx, is).
:- op(0, xfx, =<).
:- op(0, fy, \+).
p(X) :- bird(X).
