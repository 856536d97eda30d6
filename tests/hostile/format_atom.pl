% refused 3: format/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), format(atom(_), '~i~p', [a, X]).
