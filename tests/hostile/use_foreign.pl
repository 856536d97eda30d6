% refused 3: is not run
bird(a). bird(b). bird(c).
:- use_foreign_library(foreign(files)).
