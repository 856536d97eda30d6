% refused 3: term_to_atom/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), term_to_atom(G, 'shell(''touch pwned'')'), call(G).
