% When is the garden watered? When it is dry, or warm and not raining.
:- use_module(library(aleph)).
:- aleph.
:- aleph_set(clauselength, 4).

:- modeh(1, water(+day)).
:- modeb(1, soil(+day, #soil)).
:- modeb(1, warmth(+day, -degrees)).
:- modeb(1, rain(+day)).
:- modeb(*, lteq(+degrees, #degrees)).
:- modeb(*, gteq(+degrees, #degrees)).

:- lazy_evaluate(gteq/2).

:- begin_bg.
lteq(X, Y) :- var(Y), !, X = Y.
lteq(X, Y) :- number(X), number(Y), X =< Y.
gteq(X, Y) :- var(Y), !, X = Y.
gteq(X, Y) :- number(X), number(Y), X >= Y.

soil(mon, dry).   soil(tue, wet).   soil(wed, moist).  soil(thu, moist).
soil(fri, wet).   soil(sat, moist). soil(sun, moist).  soil(hol, dry).
warmth(mon, 14).  warmth(tue, 25).  warmth(wed, 24).   warmth(thu, 12).
warmth(fri, 11).  warmth(sat, 26).  warmth(sun, 23).   warmth(hol, 9).
rain(tue).  rain(fri).  rain(sun).
:- end_bg.

:- begin_in_pos.
water(mon).
water(wed).
water(sat).
water(hol).
:- end_in_pos.

:- begin_in_neg.
water(tue).
water(thu).
water(fri).
water(sun).
:- end_in_neg.

:- aleph_read_all.
