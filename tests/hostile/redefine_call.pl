% refused 3: call/1 is built into Prolog
bird(a). bird(b). bird(c).
call(_) :- shell('touch pwned').
