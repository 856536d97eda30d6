"""Which arguments of the target are numbers that thresholds bound: ``big(X) :- X > 8``.

Numbers may also be names, as in ``fly(1)``; a threshold on a name says nothing. So a
declared type decides where there is one. Otherwise an argument is bounded where all its
values are numbers and some are not whole, or where the background says nothing of them
that tells examples apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from fold_cli import bits
from fold_cli.coverage.joins import EXAMPLE
from fold_cli.coverage.row_keys import distinct
from fold_cli.files.problem import NUMERIC_TYPES
from fold_cli.theory.terms import Var

if TYPE_CHECKING:
    from fold_cli.coverage.collector import Collector
    from fold_cli.coverage.relation import Objects
    from fold_cli.files.problem import Mode
    from fold_cli.theory.terms import Literal


def numeric_arguments(head: Mode, collector: Collector) -> list[int]:
    """Return the arguments of the head to bound, by the candidates collected so far."""
    relations, places = collector.relations, []
    examples = collector.bindings.columns[EXAMPLE]
    for at, arg in enumerate(head.args):
        numbers = collector.bindings.columns[at]
        if not len(examples) or not relations.are_numbers(numbers):
            continue
        if arg.type in NUMERIC_TYPES:
            places.append(at)
        elif re.fullmatch(r"object\d*", arg.type):
            texts = relations.texts(distinct(numbers).tolist())
            whole = all(re.fullmatch(r"-?\d+", text) for text in texts)
            if not whole or not _described(collector, at, examples):
                places.append(at)
    return places


def _described(collector: Collector, at: int, examples: Objects) -> bool:
    """Return whether a candidate about an argument covers some examples, not all."""
    flags = np.zeros(collector.solver.size, dtype=np.bool_)
    flags[examples] = True
    scope, candidates = bits.pack(flags), collector.candidates
    for block in candidates.blocks:
        some = bits.counts(block.covers, scope)
        for row in np.flatnonzero((some > 0) & (some < len(examples))).tolist():
            if _mentions(block.steps[row], at):
                return True
    return any(
        _mentions((*column.before, column.atom), at) for column in candidates.columns
    )


def _mentions(literals: tuple[Literal, ...], at: int) -> bool:
    return any(Var(at) in literal.args for literal in literals)
