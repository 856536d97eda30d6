% refused 3: (:)/2 is built into Prolog
bird(a). bird(b). bird(c).
:- dynamic((:)/2).
user:portray(_) :- shell('touch pwned').
