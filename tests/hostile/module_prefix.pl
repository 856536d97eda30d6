% refused 3: system:shell('touch pwned') is called here as a goal
bird(a). bird(b). bird(c).
p(X) :- bird(X), system:shell('touch pwned').
