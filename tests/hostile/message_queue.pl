% refused 3: thread_send_message/2 is called here
bird(a). bird(b). bird(c).
p(X) :- bird(X), thread_send_message(main, X).
