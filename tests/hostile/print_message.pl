% refused 3: print_message/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), print_message(error, X).
