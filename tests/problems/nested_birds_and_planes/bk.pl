bird(X) :- penguin(X).
bird(a).
bird(b).
penguin(X) :- superpenguin(X).
penguin(c).
penguin(d).
superpenguin(e).
superpenguin(f).
cat(c1).
plane(g).
plane(h).
plane(k).
plane(m).
damaged(k).
damaged(m).
