% refused 3: assertz/1 is called here
bird(a). bird(b). bird(c).
p(X), [Y] --> [X], { assertz(q(Y)) }.
