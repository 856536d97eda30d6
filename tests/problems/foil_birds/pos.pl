fly(tweety).
fly(et).
