% refused 3: would take part in loading
bird(a). bird(b). bird(c).
message_hook(_, _, _) :- shell('touch pwned').
