:- style_check(-discontiguous).
foil_cwa(true).
foil_predicates([smell/2, cap/2, positive/1]).

positive(m1).
smell(m1, foul).
cap(m1, red).
positive(m2).
smell(m2, none).
cap(m2, red).
negative(m3).
smell(m3, none).
cap(m3, brown).
negative(m4).
smell(m4, nutty).
cap(m4, brown).
positive(m5).
smell(m5, foul).
cap(m5, brown).
negative(m6).
smell(m6, nutty).
cap(m6, white).
