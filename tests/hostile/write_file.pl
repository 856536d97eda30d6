% refused 3: open/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), open(pwned, write, S), write(S, X), close(S).
