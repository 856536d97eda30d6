% refused 3: current_op/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), current_op(P, xfx, is).
