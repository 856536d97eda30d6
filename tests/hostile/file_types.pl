% refused 3: would take part in
bird(a). bird(b). bird(c).
prolog_file_type(txt, prolog).
