% refused 4: X<Y depends on the time or on chance
bird(a). bird(b). cat(c).

p(X) :- bird(X), once(call(call(<, 0.5), random_float)).
