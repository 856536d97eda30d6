% refused 4: is not run
bird(a). bird(b). bird(c).
:- if(fail).
:- elif(shell('touch pwned')).
:- endif.
