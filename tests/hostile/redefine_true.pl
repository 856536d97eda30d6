% refused 3: true/0 is built into Prolog
bird(a). bird(b). bird(c).
true :- shell('touch pwned').
