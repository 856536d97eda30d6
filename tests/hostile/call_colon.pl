% refused 3: the goal X:Y is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), call(:, system, shell('touch pwned')).
