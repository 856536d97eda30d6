% refused 3: @/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), @(shell('touch pwned'), system).
