% harmless
bird(a). bird(b). bird(c).
/* :- shell('touch pwned').
% */ p(a).
q('*/ :- shell(x). /*').
r("% :- halt.").
s(0'%).  % 0' ' )
