% Which parcels go by hand? Those with a fragile thing in them.
:- use_module(library(aleph)).
:- if(current_predicate(use_rendering/1)).
:- use_rendering(prolog).
:- endif.
:- aleph.
:- set(i, 3).
:- set(clauselength, 4).
:- set(noise, 0).
:- set(minpos, 2).
:- set(nodes, 10000).
:- aleph_set(verbosity, 0).
:- commutative(beside/2).

:- modeh(1, by_hand(+parcel)).
:- modeb(*, holds(+parcel, -thing)).
:- modeb(1, made_of(+thing, #material)).
:- modeb(1, big(+parcel)).
:- modeb(1, not(big(+parcel))).
:- modeb(1, beside(+parcel, -parcel)).
:- modeb(1, stamped(+parcel)).
:- modeb(1, weighed(+parcel)).

:- determination(by_hand/1, holds/2).
:- determination(by_hand/1, made_of/2).
:- determination(by_hand/1, big/1).
:- determination(by_hand/1, stamped/1).
:- determination(by_hand/1, beside/2).

refine(false, by_hand(_)).
false :- by_hand(X), lost(X).
portray(X) :- atom(X), write(X).

parcel(p1).  parcel(p2).  parcel(p3).  parcel(p4).  parcel(p5).  parcel(p6).
holds(p1, vase).  holds(p1, book).  holds(p2, cup).   holds(p3, jar).
holds(p4, coat).  holds(p5, book).  holds(p6, spoon). holds(p6, coat).
made_of(vase, glass).  made_of(cup, china).  made_of(jar, glass).
made_of(book, paper).  made_of(coat, wool).  made_of(spoon, steel).
big(p1).  big(p4).  big(p5).
weighed(p1).
beside(X, Y) :- next(X, Y).
beside(X, Y) :- next(Y, X).
next(p1, p2).  next(p2, p3).  next(p3, p4).
