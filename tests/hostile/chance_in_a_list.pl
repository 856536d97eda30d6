% refused 3: X is Y+Z depends on the time or on chance
bird(a). bird(b). cat(c).
add(E, A, B) :- B is A + E.
p(X) :- bird(X), foldl(add, [random(10)], 0, 5).
