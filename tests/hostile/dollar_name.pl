% refused 3: is built into Prolog
bird(a). bird(b). bird(c).
'$tabled'(p(_), shell('touch pwned')).
