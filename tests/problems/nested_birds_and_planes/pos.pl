fly(a).
fly(b).
fly(e).
fly(f).
fly(g).
fly(h).
