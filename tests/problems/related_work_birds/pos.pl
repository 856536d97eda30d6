fly(tweety).
