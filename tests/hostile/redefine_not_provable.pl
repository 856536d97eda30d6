% refused 3: is built into Prolog
bird(a). bird(b). bird(c).
\+ X :- shell('touch pwned').
