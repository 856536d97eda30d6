% refused 3: not a file in this file's own directory
bird(a). bird(b). bird(c).
:- consult(pipe('touch pwned')).
