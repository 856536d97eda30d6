"""Dates and times as ISO 8601 writes them, in a form whose characters have their order.

``2024-05-01`` is a date and its midnight; ``2024-05-01T09:30:00`` is a time after it,
in the order of characters as in that of time. So Prolog compares them with ``@=<``.
"""

from __future__ import annotations

import bisect
import re
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.files.tables.ordered import OrderedValues
from fold_cli.theory.quoting import quote_atom, unquoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells

_ISO = re.compile(
    r"(\d{4})-(\d\d)(?:-(\d\d)"
    r"(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?)?",
    re.ASCII,
)


def date_text(text: str) -> str | None:
    """Return a date or time in the form that is compared; None if it is neither.

    Midnight is the date alone, seconds are always there, and a time with an offset is
    brought to UTC. A year and month stay as they are.
    """
    match = _ISO.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    try:
        h, m, s = (int(part or 0) for part in (hour, minute, second))
        moment = datetime(int(year), int(month), int(day or 1), h, m, s)
        moment -= _offset(offset)
    except (ValueError, OverflowError):
        return None
    if day is None:
        return f"{year}-{month}"
    fraction = (fraction or "").rstrip("0")
    day, time = moment.isoformat().split("T")
    if time == "00:00:00" and not fraction:
        return day
    return f"{day}T{time}{'.' if fraction else ''}{fraction}"


def is_date(constant: str) -> bool:
    """Return whether a constant, as Prolog writes it, is a date in that form."""
    return date_text(unquoted(constant)) == unquoted(constant)


def mixed_offsets(cells: Cells, codes: NDArray[np.intp]) -> str | None:
    """Return what is to be told where some times have an offset, and some have none."""
    matches = [_ISO.fullmatch(cells.texts[code].decode()) for code in codes.tolist()]
    counts = cells.counts()[codes].tolist()
    known = [0, 0]  # times without an offset, and with one
    for match, count in zip(matches, counts, strict=True):
        if match and match[4]:
            known[match[8] is not None] += count
    if not all(known):
        return None
    return (
        f"{known[1]} of {sum(known)} times have an offset such as Z or +02:00; those "
        "without are taken for UTC, so give all of them one, or none"
    )


def date_number(text: str) -> float:
    """Return a date or time in its compared form as days since the year 0."""
    match = _ISO.fullmatch(text)
    assert match
    year, month, day, *clock = match.groups()[:7]
    hour, minute, second = (int(part or 0) for part in clock[:3])
    days = date(int(year), int(month), int(day or 1)).toordinal()
    seconds = 3600 * hour + 60 * minute + second + float(f"0.{clock[3] or 0}")
    return days + seconds / 86_400


def _offset(text: str | None) -> timedelta:
    if text in (None, "Z"):
        return timedelta()
    assert text
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return -offset if text[0] == "-" else offset


class Dates(OrderedValues):
    """The distinct dates of a column in order, as Prolog writes them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def text(self, rank: int) -> str:
        """Return a date as Prolog writes it."""
        return quote_atom(self._texts[rank])

    def those(self, ranks: NDArray[np.intp]) -> Dates:
        """Return the dates of these ranks, which ascend."""
        return Dates([self._texts[rank] for rank in ranks.tolist()])

    def floats(self) -> NDArray[np.float64]:
        """Return the dates by rank as days, to be drawn."""
        return np.array([date_number(text) for text in self._texts], dtype=np.float64)

    def rank(self, text: str) -> int:
        """Return the rank of the last date that is not after a text, or -1."""
        if not text.startswith("'"):
            raise ValueError(f"{text} is not a date")
        return bisect.bisect_right(self._texts, unquoted(text)) - 1
