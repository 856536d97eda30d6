% refused 3: is not run
bird(a). bird(b). bird(c).
:- initialization(main, main).
main :- shell('touch pwned').
