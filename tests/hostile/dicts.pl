% harmless
bird(a). bird(b). bird(c).
p(_{a: 1}, x).
q(X) :- bird(X), Y = t{f: X}, is_list([Y]).
