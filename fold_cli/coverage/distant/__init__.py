"""Coverage of a table whose rows are with workers: only literals and counts travel.

    search                       here                          at each worker
    pos & literal.covers   ->    RowSet, an expression   ...   bits of its own rows
    bits.count(pos)        ->    SetSpace: what is not
                                 known is asked          --->  counts, added up
    best(pos, neg)         ->    DistantExamples         --->  tallies of all columns

Sets are combined here as expressions, which cost nothing; a worker has their
definitions and computes the bits of its rows when they are counted. So a question is
one round, whatever the number of literals, sets and workers.

``row_sets`` are the expressions, ``part`` and ``questions`` run at the workers,
``tallies`` makes counts of candidates from what they answer, ``table`` is the coverage
that the search asks. A ``Team`` carries questions to the workers: ``team`` has one that
runs in this process, ``fold_cli.dask`` has one of a cluster.
"""
