% refused 3: forall/2 is built into Prolog
bird(a). bird(b). bird(c).
forall(_, _) :- fail.
p(X) :- bird(X), forall(bird(X), cat(X)).
cat(c).
