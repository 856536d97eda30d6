% refused 3: sleep/1 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), sleep(1000000).
