% harmless
bird(a). bird(b). bird(c).
p(X) :- p(X).
q(X) :- r(X).
r(X) :- q(X).
s(X) :- s(X), bird(X).
s(a).
