% refused 3: system:shell(X,Y) is called here as a goal
bird(a). bird(b). bird(c).
s --> system:shell.
