"""How to search: what the command line and the API let users choose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """How to search; None means no limit."""

    algorithm: str = "fold"
    max_literals: int | None = None
    max_clauses: int | None = None
    max_exception_depth: int | None = None
    lookahead: int | None = None  # literals tried with a new variable; None: by need
    recursion: bool = False
    noise: bool | None = None  # see noise.py; None leaves it to the kind of the problem
    weight: str | None = None  # of a table's classes; see class_weights.py
    gain: str | None = None  # None means FOIL's, or with noise that in entropy
    beam: int = 1  # partial clauses that are kept side by side; 1 is greedy search
    must_bind: tuple[bool, ...] = ()  # whether rules must bind each argument of a head

    def allows_exceptions(self, depth: int) -> bool:
        """Return whether exceptions may be nested so deep; FOIL has none at all."""
        limit = self.max_exception_depth
        return self.algorithm != "foil" and (limit is None or depth <= limit)
