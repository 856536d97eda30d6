"""Files become learning problems.

In: paths. Out: a ``Problem`` (Prolog files of any dialect: ``loader.load``), a
``Table`` (``tables.read.read_table``) or a ``Theory`` (``theories.read_theory``). The
facts of a problem stay in Prolog, in a module of its own; tables are read without it.
It knows ``theory`` and ``engine``.
"""
