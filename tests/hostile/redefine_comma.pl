% refused 3: atoms are joined by ',' here
bird(a). bird(b). bird(c).
(A, B) :- shell('touch pwned').
