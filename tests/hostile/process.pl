% refused 3: process_create/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), process_create(path(touch), [pwned], []).
