"""The only door to SWI-Prolog, which runs in this process.

In: goals and packed numbers. Out: answers, errors as :class:`FoldError`, and an end to
whatever runs too long: signals, time and memory limits. It knows pyswip and the files
of ``prolog/``, and nothing about learning.
"""
