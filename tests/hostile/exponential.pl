% stopped: asking p(a) took more than
:- modeh(1, fly(+x)).
:- modeb(*, p(+x)).
bird(a). bird(b). bird(c).
p(X) :- bird(X), fib(90, _).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, findall(G, sub(N, G), [A, B]), F is A + B.
sub(N, F) :- A is N - 1, fib(A, F).
sub(N, F) :- A is N - 2, fib(A, F).
