% refused 3: would take part in
bird(a). bird(b). bird(c).
library_directory('.').
