% refused 3: X:Y is called here as a goal
bird(a). bird(b). bird(c).
p(X) :- bird(X), call(:, system, shell('touch pwned')).
