% refused 3: is not run
bird(a). bird(b). bird(c).
:- op(0, xfx, [fold_text:(-)]).
