fly(b1).
fly(b2).
fly(b3).
fly(b4).
fly(b5).
fly(b6).
fly(s1).
fly(s2).
