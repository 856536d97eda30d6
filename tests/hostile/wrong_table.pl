% harmless
bird(a). bird(b). bird(c).
:- table foo/1, shell/1, p/1 as subsumptive.
:- table((:-)/2).
p(X) :- bird(X).
