% refused 3: names a module
bird(a). bird(b). bird(c).
user:message_hook(_, _, _) :- shell('touch pwned').
