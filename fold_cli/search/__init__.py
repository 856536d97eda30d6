"""The paper: rules with exceptions from coverage.

In: what answers ``Coverage``, a protocol. Out: rules. ``learner`` is the paper's
algorithm; the other modules are how its best literal is found, learning from noisy
examples, and recursion. It knows ``theory`` and ``coverage``.
"""
