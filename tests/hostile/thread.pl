% refused 3: thread_create/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), thread_create(shell('touch pwned')).
