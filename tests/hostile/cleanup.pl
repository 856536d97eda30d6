% refused 3: setup_call_cleanup/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), setup_call_cleanup(true, bird(X), shell('touch pwned')).
