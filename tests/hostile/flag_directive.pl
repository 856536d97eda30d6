% refused 3: is not run
bird(a). bird(b). bird(c).
:- set_prolog_flag(stack_limit, 1000000000000).
