% harmless
bird(a). bird(b). bird(c).
bridge(_, _, _, _) :- fail.
quoted(_, _) :- fail.
ask(a, b, c, d, e, f).
example(0, fly(z)).
defined(x, y, 1).
