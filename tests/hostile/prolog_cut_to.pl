% refused 3: prolog_current_frame/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), prolog_current_frame(F), prolog_cut_to(F).
