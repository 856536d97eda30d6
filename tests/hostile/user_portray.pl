% refused 3: names a module
bird(a). bird(b). bird(c).
user:portray(_) :- shell('touch pwned').
