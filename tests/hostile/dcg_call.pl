% refused 3: shell/3 is called here
bird(a). bird(b). bird(c).
p(X) --> call(shell, 'touch pwned'), [X].
