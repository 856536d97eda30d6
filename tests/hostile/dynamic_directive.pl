% refused 3: (:-)/1 is built into Prolog
bird(a). bird(b). bird(c).
:- dynamic((:-)/1).
:- shell('touch pwned').
