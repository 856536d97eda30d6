"""Tables (CSV, TSV, ARFF, arrays and frames) as learning problems, without Prolog.

The steps: text (``chunks``) into cells (``raw``, ``arff``, ``cells``), or what is
in memory (``frames``); cells into typed columns (``numbers``, ``columns``) with
predicate names (``names``); columns and class into a ``Table`` (``read``, ``table``).
``coded`` says how columns are held. ``facts`` writes a table as Prolog.
"""
