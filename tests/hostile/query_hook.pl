% refused 3: would take part in
bird(a). bird(b). bird(c).
expand_query(_, shell('touch pwned'), B, B).
