by_hand(p1).
by_hand(p2).
by_hand(p3).
