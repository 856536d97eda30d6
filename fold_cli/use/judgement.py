"""What a theory says of examples, wherever they are from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fold_cli import bits
from fold_cli.coverage.rows import covers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.theory import Theory


@dataclass(frozen=True, slots=True)
class Judgement:
    """Flags over the examples: what holds, and what each clause covers by itself."""

    holds: NDArray[np.bool_]
    covers: tuple[NDArray[np.bool_], ...] = ()
    warnings: tuple[str, ...] = ()


class Applied(Protocol):
    """A theory beside examples, to be asked what it says of them."""

    @property
    def theory(self) -> Theory:
        """The theory."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was noticed when the files were read."""

    def atoms(self) -> list[str]:
        """Return the examples as Prolog writes them."""

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Return which examples hold, and perhaps what each clause covers."""


def judge_rows(table: Table, theory: Theory, rows: Rows) -> Judgement:
    """Return what a theory says of rows of a table, by their order in ``rows``."""
    clauses = [learned.clause for learned in theory.clauses]
    sets = covers(table, clauses, rows)
    flags = tuple(bits.unpack(each, len(rows)) for each in sets)
    holds = np.zeros(len(rows), dtype=np.bool_)
    for clause, covered in zip(clauses, flags, strict=True):
        if clause.name == theory.target.name:
            holds |= covered
    return Judgement(holds, flags)
