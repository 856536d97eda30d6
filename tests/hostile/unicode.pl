% harmless
bird(a). bird(b). bird(c).
p('\u202E\u0000\uFEFF').
π(a).
'‮'(b).
q("\x10FFFF\").
