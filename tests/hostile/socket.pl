% refused 3: tcp_connect/3 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), tcp_connect(localhost:9, _, []).
