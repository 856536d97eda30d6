"""The paper: rules with exceptions from coverage.

In: what answers ``coverage.Coverage``, a protocol. Out: rules. It knows ``theory`` and
``coverage``.

- ``learner`` is the paper's algorithm; it asks a partial clause (``clause``) for its
  best refinement. ``nodes`` has the clauses, and how that refinement is found fast.
- ``tidy`` takes superfluous parts out of finished rules.
- ``noise`` learns from noisy examples: ``message`` measures theories in bits,
  ``pruning`` leaves out what does not pay.
- ``recursion`` holds rules that call their own target to what they derive when run.
"""
