"""Tables (CSV, TSV, ARFF) as learning problems, without Prolog.

The steps: text into cells (``raw``, ``arff``, ``cells``), cells into typed columns
(``numbers``, ``columns``) with predicate names (``names``), columns and class into a
``Table`` (``read``, ``table``). ``facts`` writes a table as Prolog.
"""
