% refused 3: is not run
bird(a). bird(b). bird(c).
:- dynamic(q/1), shell('touch pwned').
