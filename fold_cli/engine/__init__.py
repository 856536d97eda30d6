"""SWI-Prolog inside this process; no other room calls it directly.

In: predicates of ``prolog/*.pl`` with arguments, packed numbers. Out: replies, and
errors as :class:`FoldError`. Signals and limits of time and memory stop what runs too
long. It knows pyswip and the files of ``prolog/``, and nothing about learning.
"""
