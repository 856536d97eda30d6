% refused 3: would take part in
bird(a). bird(b). bird(c).
file_search_path(library, '.').
