% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), foldl(add, [random(9)], 0, S), S > 4.
add(X, Y, Z) :- Z is X + Y.
