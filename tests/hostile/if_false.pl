% harmless
bird(a). bird(b). bird(c).
:- if(fail).
:- shell('touch pwned').
:- halt.
:- else.
p(a).
:- endif.
