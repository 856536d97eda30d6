"""Why a theory says what it says of the rows of a table, without Prolog.

The trees are those that Prolog gives for the facts of the cells (``explain.py``): a rule
that covers a row with its literals, or for each rule the first literal that fails.
Which literals hold is computed for all rows at once; a tree takes time by its size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.coverage.rows import literal_flags
from fold_cli.errors import InputError
from fold_cli.theory.naming import letter
from fold_cli.theory.prolog_format import atom_text, clause_text, goals_of
from fold_cli.theory.sentences import plain
from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold, Var
from fold_cli.use.explain import (
    Attempt,
    Case,
    CitedClause,
    Explanation,
    Said,
    compared,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.sentences import Sentences
    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.use.written import WrittenTheory
