% refused 3: is not run: loading a file executes nothing
bird(a). bird(b). bird(c).
:- load_files(x, [stream(user_input)]).
