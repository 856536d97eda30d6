% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), atom_concat(cpu, time, E), E > 0.
