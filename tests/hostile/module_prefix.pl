% refused 3: the goal system:shell('touch pwned') is called
bird(a). bird(b). bird(c).
p(X) :- bird(X), system:shell('touch pwned').
