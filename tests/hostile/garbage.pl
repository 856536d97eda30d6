% refused 3: garbage_collect_atoms/0 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), garbage_collect_atoms.
