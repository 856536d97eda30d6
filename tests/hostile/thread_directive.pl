% refused 3: is not run
bird(a). bird(b). bird(c).
:- thread_create(shell('touch pwned'), _).
