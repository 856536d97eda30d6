% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), convlist(small, [random(9)], [S]), S > 4.
small(X, Y) :- Y is X + 1.
