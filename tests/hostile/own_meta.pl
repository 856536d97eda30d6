% refused 3: the goal X is called here
bird(a). bird(b). bird(c).
run(G) :- call(G).
p(X) :- run(shell('touch pwned')).
