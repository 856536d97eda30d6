% What kind of vehicle is it? The kind is an argument of the target.
:- use_module(library(aleph)).
:- aleph.
:- aleph_set(evalfn, posonly).

:- modeh(1, kind(+vehicle, #kind)).
:- modeb(1, wheels(+vehicle, #number_of_wheels)).
:- modeb(1, floats(+vehicle)).
:- modeb(1, engine(+vehicle)).
:- modeb(1, broken(+vehicle)).

:- begin_bg.
vehicle(v1).  vehicle(v2).  vehicle(v3).  vehicle(v4).
vehicle(v5).  vehicle(v6).  vehicle(v7).  vehicle(v8).
wheels(v1, 2).  wheels(v2, 2).  wheels(v3, 4).  wheels(v4, 4).  wheels(v8, 4).
floats(v5).  floats(v6).  floats(v7).
engine(v3).  engine(v4).  engine(v5).  engine(v7).  engine(v8).
broken(v4).
:- end_bg.

:- begin_in_pos.
kind(v1, bicycle).
kind(v2, bicycle).
kind(v3, car).
kind(v4, wreck).
kind(v8, car).
kind(v5, boat).
kind(v6, boat).
kind(v7, boat).
:- end_in_pos.
