% harmless
bird(a). bird(b). bird(c).
shell(a).
shell(b).
exec(c).
p(X) :- shell(X).
