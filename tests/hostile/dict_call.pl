% refused 3: eval_dict/1 is called here but defined nowhere
bird(a). bird(b). bird(c).
p(X) :- bird(X), Y = _{a: 1}, Z = Y.put(_{b: 2}), eval_dict(Z).
