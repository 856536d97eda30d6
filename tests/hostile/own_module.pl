% refused 3: names a module
bird(a). bird(b). bird(c).
fold_bridge:bridge(_, _, _, _) :- shell('touch pwned').
