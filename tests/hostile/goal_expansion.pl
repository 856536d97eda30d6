% refused 3: would take part in loading
bird(a). bird(b). bird(c).
goal_expansion(bird(X), shell('touch pwned')).
q(X) :- bird(X).
