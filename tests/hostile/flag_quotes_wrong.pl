% refused 3: Domain error
bird(a). bird(b). bird(c).
:- set_prolog_flag(double_quotes, shell).
