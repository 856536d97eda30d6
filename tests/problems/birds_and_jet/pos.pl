fly(tweety).
fly(et).
fly(jet).
