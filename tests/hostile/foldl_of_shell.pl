% refused 4: shell/1
bird(a). bird(b). bird(c).
p(X) :- bird(X), foldl(call(sh), [X], [X], [X], [X], a, _).
sh(_, _, _, _, _, _) :- shell('touch pwned').
