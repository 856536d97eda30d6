% refused 3: depends on the time or on chance
bird(a). bird(b). bird(c).
p(X) :- bird(X), vertices_edges_to_ugraph([], [a-cputime], G), reachable(a, G, [_, E]), E > 0.
