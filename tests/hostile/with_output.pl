% refused 3: with_output_to/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), with_output_to(string(_), shell('touch pwned')).
