% refused 3: call_with_depth_limit/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), call_with_depth_limit(shell('touch pwned'), 10, _).
