% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), list_to_assoc([a-cputime], A), get_assoc(a, A, E), E > 0.
