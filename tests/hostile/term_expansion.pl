% refused 3: would take part in loading
bird(a). bird(b). bird(c).
term_expansion(X, Y) :- shell('touch pwned'), Y = X.
q(a).
