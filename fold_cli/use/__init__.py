"""What users do with problems and theories.

In: files and theories. Out: a learned theory, predictions, evaluations, explanations,
cross-validation, converted files. It knows all rooms before it, and no terminal.

What users give (``inputs``) becomes a learning problem (``problems``), from which a run
(``learning``) makes a theory (``theories``) for the rest: ``predicting``,
``explaining``, ``measuring``, ``report``.
"""
