"""What people do with problems and theories.

In: files and theories. Out: a learned theory, predictions, evaluations, explanations,
cross-validation, converted files. It knows all rooms before it, and no terminal.
"""
