% refused 3: the goal X is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), call(;, shell('touch pwned'), true).
