% refused 3: is not a file in this file's own directory
bird(a). bird(b). bird(c).
:- include('~/payload').
