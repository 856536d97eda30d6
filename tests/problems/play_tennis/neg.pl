play(d2).
play(d3).
play(d4).
play(d10).
play(d11).
