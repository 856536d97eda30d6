% refused 3: is not run
bird(a). bird(b). bird(c).
:- set_stream(user_error, alias(user_output)).
