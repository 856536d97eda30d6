"""Judgements that Prolog gives: it runs a theory, and each clause, on the examples.

The theory is in a module of Prolog, whose examples are indexed; only their indices come
back. Asking takes one call of each clause for each example.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.engine.packed import unpack
from fold_cli.engine.prolog import engine
from fold_cli.theory.terms import Member
from fold_cli.use.theories.judgement import Judgement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fold_cli.theory.theory import Theory

    Flags = NDArray[np.bool_]

MAX_ANSWERS = 1_000_000
"""Clauses times examples that Prolog is asked about in one call."""

MAX_SHORT_ENUMERATION = 20
"""Examples in an enumeration that is gone through for each example."""


def judge(module: str, theory: Theory, size: int, *, clauses: bool) -> Judgement:
    """Ask which of so many examples hold, and perhaps what each clause covers.

    An atom holds if a clause of the target covers it, unless one calls the target, or
    ends in an error where the theory does not. Long enumerations are looked up when
    clauses are asked by themselves.
    """
    listed = len(theory.clauses) * size <= 100 * MAX_ANSWERS and any(
        isinstance(literal, Member) and len(literal.rows) > MAX_SHORT_ENUMERATION
        for learned in theory.clauses
        for literal in learned.clause.body
    )
    if not clauses and (theory.recursive or not listed):
        return Judgement(_holding(module, theory, size))
    found = _covers(module, theory, size)
    if theory.recursive or found.uncounted:
        return replace(found, holds=_holding(module, theory, size))
    for learned, flags in zip(theory.clauses, found.covers, strict=True):
        if learned.clause.predicate == theory.target:
            found.holds[flags] = True
    return found


def _holding(module: str, theory: Theory, size: int) -> Flags:
    """Return the examples that hold."""
    return _flags(size, unpack(*_ask("judge", module, theory)))


def _covers(module: str, theory: Theory, size: int) -> Judgement:
    """Return what each clause covers, with its exceptions and without them."""
    covers = [_flags(size) for _ in theory.clauses]
    excepted: dict[int, Flags] = {}
    step = max(1, MAX_ANSWERS // max(1, len(covers)))
    target = theory.target
    (unreached,) = engine().call(
        "fold_judge", "begin_clauses", module, target.name, target.arity
    )
    uncounted: set[int] = set(unpack(unreached).tolist())
    try:
        for first in range(0, size, step):
            last = min(first + step, size) - 1
            reply = _ask("judge_clauses", module, theory, first, last)
            places, codes, raised = map(unpack, reply)
            uncounted.update(raised.tolist())
            order = np.argsort(places, kind="stable")
            found, starts = np.unique(places[order], return_index=True)
            parts = np.split(codes[order], starts[1:])
            for place, coded in zip(found.tolist(), parts, strict=False):
                whole = coded & 1 == 1
                covers[place][coded[whole] >> 1] = True
                if not whole.all():
                    flags = excepted.setdefault(place, _flags(size))
                    flags[coded[~whole] >> 1] = True
    finally:
        engine().call("fold_judge", "end_clauses", module, target.arity)
    defaults = tuple(
        flags | excepted[place] if place in excepted else flags
        for place, flags in enumerate(covers)
    )
    return Judgement(_flags(size), tuple(covers), defaults, frozenset(uncounted))


def _ask(name: str, module: str, theory: Theory, *more: int) -> list[str]:
    target, prolog = theory.target, engine()
    limit = prolog.inference_limit
    return prolog.call(
        "fold_judge", name, module, target.name, target.arity, *more, limit
    )


def _flags(size: int, places: NDArray[np.int64] | None = None) -> Flags:
    """Return flags of so many examples, set at some places."""
    flags = np.zeros(size, dtype=np.bool_)
    if places is not None:
        flags[places] = True
    return flags
