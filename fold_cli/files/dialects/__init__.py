"""Files of every dialect, read into Prolog and understood.

Each format is a module with ``read(intake)``, which loads the background and the
examples and returns the declarations. Which one it is tells ``dialect.recognise``.
"""
