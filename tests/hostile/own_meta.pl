% refused 3: a variable is called here as a goal
bird(a). bird(b). bird(c).
run(G) :- call(G).
p(X) :- run(shell('touch pwned')).
