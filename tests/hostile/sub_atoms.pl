% stopped: asking p(a) took more than
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), length(L, 5000), maplist(=(0'a), L), atom_codes(A, L), sub_atom(A, _, _, _, S), sub_atom(A, _, _, _, T), S @< T, T @< S.
