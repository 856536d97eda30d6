% Birds fly, penguins do not, superpenguins do, but not with ice on their wings.
bird(X) :- penguin(X).
bird(b1).
bird(b2).
bird(b3).
bird(b4).
bird(b5).
bird(b6).
penguin(X) :- superpenguin(X).
penguin(p1).
penguin(p2).
penguin(p3).
superpenguin(s1).
superpenguin(s2).
superpenguin(s3).
wet(s1).
wet(s3).
cold(s2).
cold(s3).
cat(c1).
cat(c2).
