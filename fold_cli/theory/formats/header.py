"""The header of a theory's text: comment lines that say what it was learned from.

A line is a key, a colon and what it says. All keys are in :data:`KEYS`; a line with
another is a note, which says what it likes. Formats write :func:`header_lines`, and
:func:`read_header` finds the same again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.theory import schema
from fold_cli.theory.scores import Odds
from fold_cli.theory.theory import Counts
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.theory import Theory

FOLD, EXAMPLES, COVERED = "fold", "examples", "covered"
OPERATORS, PARTIAL, ODDS = "operators", "partial", "odds"
KEYS = (FOLD, EXAMPLES, COVERED, OPERATORS, PARTIAL, ODDS, *schema.KEYS)

_LINE = re.compile(r"(\w+): (.*)")
_TARGET = "default theory for "
_COUNTS = re.compile(r"(\d{1,18}) positive, (\d{1,18}) negative", re.ASCII)
_NAME = re.compile(r"'(?:[^'\\]|\\.)*'|[^\s']+")


class WrongLineError(ValueError):
    """A line of a header that is not as it is written here."""

    def __init__(self, number: int, line: str) -> None:
        super().__init__(f"a line that is not as fold writes it: % {line}")
        self.number = number


@dataclass(frozen=True)
class Header:
    """What the lines of a header say."""

    target: str | None  # name/arity
    examples: Counts | None
    covers: Counts | None
    notes: tuple[str, ...]
    partial: bool
    operators: tuple[str, ...]
    schema: schema.TableSchema | None
    odds: tuple[Odds, ...]


def header_lines(theory: Theory) -> list[str]:
    """Return the lines of a theory's header, without the comment sign."""
    lines = [f"{FOLD}: {_TARGET}{theory.target}"]
    if theory.examples:
        lines.append(f"{EXAMPLES}: {counts_text(theory.examples)}")
    if theory.covers:
        lines.append(f"{COVERED}: {counts_text(theory.covers)}")
    lines += theory.notes
    if theory.schema:
        lines += schema.to_lines(theory.schema)
    lines += [f"{ODDS}: {each.to_text()}" for each in theory.odds]
    if theory.operators:
        lines.append(f"{OPERATORS}: {' '.join(theory.operators)}")
    if theory.partial:
        lines.append(f"{PARTIAL}: stopped early{_uncovered(theory)}")
    return [visible(line) for line in lines]  # a line cannot end its comment


def begins_theory(text: str) -> bool:
    """Return whether a text begins with the header of a theory."""
    return text.startswith(f"% {FOLD}: {_TARGET}")


def _uncovered(theory: Theory) -> str:
    """Return how many positive examples are left, as text, where that is known."""
    if not theory.examples or not theory.covers:
        return ""
    left = theory.examples.positives - theory.covers.positives
    return f", {left} positive example{'s' * (left != 1)} not covered"


def read_header(lines: Sequence[str]) -> Header:
    """Return what lines say; raise :class:`WrongLineError` where one is damaged.

    Counts that cannot be read are unknown.
    """
    values: dict[str, list[str]] = {key: [] for key in KEYS}
    notes = []
    for line in lines:
        match = _LINE.fullmatch(line)
        if match and match[1] in values:
            values[match[1]].append(match[2])
        else:
            notes.append(line)
    first = lines[0] if lines else ""
    target = re.fullmatch(rf"{FOLD}: {_TARGET}(.+)", first)
    return Header(
        target[1] if target else None,
        _last_counts(values[EXAMPLES]),
        _last_counts(values[COVERED]),
        tuple(notes),
        bool(values[PARTIAL]),
        tuple(_NAME.findall(" ".join(values[OPERATORS]))),
        _schema(lines),
        tuple(_odds(lines)),
    )


def _schema(lines: Sequence[str]) -> schema.TableSchema | None:
    try:
        return schema.from_lines(lines)
    except ValueError as error:
        line = str(error)
        raise WrongLineError(lines.index(line) + 1, line) from None


def _odds(lines: Sequence[str]) -> list[Odds]:
    odds = []
    for number, line in enumerate(lines, 1):
        if line.startswith(f"{ODDS}: "):
            try:
                odds.append(Odds.from_text(line.removeprefix(f"{ODDS}: ")))
            except ValueError:
                raise WrongLineError(number, line) from None
    return odds


def _last_counts(texts: list[str]) -> Counts | None:
    readable = [counts for counts in map(read_counts, texts) if counts]
    return readable[-1] if readable else None


def counts_text(counts: Counts) -> str:
    """Return counts as headers and comments have them."""
    return f"{counts.positives} positive, {counts.negatives} negative"


def read_counts(text: str) -> Counts | None:
    """Return the counts that a text says, None if it says none."""
    match = _COUNTS.fullmatch(text)
    return Counts(int(match[1]), int(match[2])) if match else None
