% refused 3: is not run
bird(a). bird(b). bird(c).
:- open_shared_object('./pwned.so', H).
