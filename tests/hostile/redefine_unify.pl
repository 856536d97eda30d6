% refused 3: (=)/2 is built into Prolog
bird(a). bird(b). bird(c).
a = b.
