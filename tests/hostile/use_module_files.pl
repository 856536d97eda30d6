% refused 3: is not run
bird(a). bird(b). bird(c).
:- use_module(library(filesex), [delete_directory_and_contents/1]).
