% harmless
bird(a). bird(b). bird(c).
member(_, _) :- fail.
append(_, _, _) :- fail.
subtract(_, _, _) :- fail.
p(X) :- bird(X), member(X, [a]).
