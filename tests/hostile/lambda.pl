% refused 3: >>/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), call([Y]>>shell(Y), 'touch pwned').
