% harmless
bird(a). bird(b). bird(c).
flock(a, b, c, d, e, f, g, h, i).
flock(c, a, d, b, i, h, g, f, e).
flock(b, d, a, c, h, g, i, e, f).
