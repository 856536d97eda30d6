% refused 4: syntax error
bird(a). bird(b). bird(c).
:- op(0, xfx, :-).
p(X) :- shell('touch pwned').
