% refused 3: a variable is called here as a goal
bird(a). bird(b). bird(c).
p(X) :- bird(X), call(;, shell('touch pwned'), true).
