% refused 3: Arguments are not sufficiently instantiated
bird(a). bird(b). bird(c).
:- set_prolog_flag(double_quotes, V).
