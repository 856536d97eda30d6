% harmless
bird(a). bird(b). bird(c).
p('$VAR'(1)). p('$VAR'('X')). q(a, '$VAR'(1)). q(b, '$VAR'(1)). q(c, '$VAR'('_')).
