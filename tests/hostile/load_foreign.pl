% refused 3: is not run
bird(a). bird(b). bird(c).
:- load_foreign_library(foreign(process)).
