bird(X):-penguin(X).
bird(tweety).
bird(et).
cat(kitty).
penguin(polly).
