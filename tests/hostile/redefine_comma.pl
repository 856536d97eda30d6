% refused 3: is built into Prolog
bird(a). bird(b). bird(c).
(A, B) :- shell('touch pwned').
