"""The dialects in which problems are written: our own, Aleph, Popper, ILASP.

Each is a module with ``read(intake)``, which loads background and examples into Prolog
and returns the declarations; ``dialect.py`` lists and recognises them. ``clingo.py``
and ``datalog.py`` read and evaluate the bias files of Popper and ILASP.
"""
