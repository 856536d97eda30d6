bird(X) :- penguin(X).
bird(tweety).
bird(et).
bear(teddy).
crippled(et).
cat(kitty).
penguin(polly).
