"""What files say becomes a learning problem.

In: paths. Out: a ``Problem`` (Prolog files of every dialect, loaded into a module of
Prolog's), a ``Table``, or a ``Theory`` read back. It knows ``theory`` and ``engine``.
"""
