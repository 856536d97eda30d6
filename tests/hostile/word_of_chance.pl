% harmless
bird(a). bird(b). cat(c). order(a, random). age(a, 3). age(c, 1).
p(X) :- order(X, random), age(X, A), A > 2.
