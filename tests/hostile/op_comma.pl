% refused 3: No permission to modify operator
bird(a). bird(b). bird(c).
:- op(700, xfx, ',').
