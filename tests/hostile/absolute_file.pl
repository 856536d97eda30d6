% refused 3: absolute_file_name/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), absolute_file_name(X, _).
