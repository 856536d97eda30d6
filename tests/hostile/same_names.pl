% harmless
bird(a). bird(b). bird(c).
fold_problem_1(a).
'fold clause'(0, a).
'fold clause'(0, 1, c).
'fold_problem_1$examples'(a).
user(b).
system(c).
