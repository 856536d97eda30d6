% refused 3: names a module
bird(a). bird(b). bird(c).
prolog:message(_) --> { shell('touch pwned') }.
