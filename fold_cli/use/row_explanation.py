"""Why a theory says what it says of the rows of a table, without Prolog.

The trees are those that Prolog gives for the facts of the cells (``explain.py``): a rule
that covers a row with its literals, or for each rule the first literal that fails.
Which literals hold is computed for all rows at once; a tree takes time by its size.
"""

from __future__ import annotations
