% refused 3: set_prolog_flag/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), set_prolog_flag(occurs_check, true).
