% refused 3: syntax error
bird(a). bird(b). bird(c).
p(X) :- X = {|shell(Y)||touch pwned|}.
