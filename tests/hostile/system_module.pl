% refused 3: names a module
bird(a). bird(b). bird(c).
system:term_expansion(_, _) :- shell('touch pwned').
