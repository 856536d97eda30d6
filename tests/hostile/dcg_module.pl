% refused 3: the goal system:shell(X,Y) is called here
bird(a). bird(b). bird(c).
s --> system:shell.
