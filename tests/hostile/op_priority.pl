% harmless
bird(a). bird(b). bird(c).
p((:- shell('touch pwned'))).
q((a :- shell('touch pwned'))).
r((:- dynamic x)).
s({shell(a)}).
