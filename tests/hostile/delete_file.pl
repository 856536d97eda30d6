% refused 3: delete_file/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), delete_file('pos.pl').
