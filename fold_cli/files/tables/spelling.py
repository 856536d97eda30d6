"""Cells that may mean something else than they are taken for.

Those that look like numbers or dates in another spelling are constants, since what they
mean is not certain: ``1.018`` may be a thousand, and ``03/04/2024`` a day in March or
in April. Users are warned of them, and nothing here decides how a column is read.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.errors import option_with, some_names
from fold_cli.files.tables.dates import date_text
from fold_cli.files.tables.numbers import zero_padded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fold_cli.files.tables.known_cells import KnownCells

NUMBERS, DATES = "numbers", "dates"
ADVICE = {
    NUMBERS: "write 1234.5 without separators of thousands, signs such as $ or %, and "
    "units",
    DATES: "write 2024-05-31 or 2024-05-31T09:30",
}
"""How to write what is told of."""

MAX_ROWS_DISTINCT_BY_CHANCE = 20
"""Rows above which a column without a repeated value is taken for identifiers."""

MAX_COMPARED_TEXTS = 1000
"""Different texts of a column up to which those are told of that hardly differ."""

_NUMBER = re.compile(
    r"[+-]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:[.,'_ ]\d{3})+(?:[.,]\d+)?)(?:[eE][+-]?\d+)?"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = re.compile(
    r"(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./-])\d{1,2}\2\d{1,2}"
    rf"|(?:[a-z]{{3,9}}, ?)?\d{{1,2}}[-. /]{{0,2}}{_MONTH}[-, /]{{0,2}}(?:\d{{4}}|\d\d)"
    rf"|{_MONTH} ?\d{{1,2}}, ?\d{{4}}|{_MONTH}[-, /]{{1,2}}(?:\d{{4}}|\d\d)"
    r"|(?:19|20)\d\d[- ]?Q[1-4]|Q[1-4][-/ ]?(?:19|20)\d\d)"
    r"(?:[T ].*)?|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]m)?",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(?<=\d) ?(?:°[A-Z]?|[^\W\d_](?:[^\W\d_]|[/²³]){0,7})$")
_MAGNITUDES = frozenset("kKMB")
"""Units that stand for factors, of which a column may have several."""
_PERHAPS_THOUSANDS = re.compile(rb"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_BELOW_THOUSAND = re.compile(rb"[+-]?[0-9]{1,3}")
_PLAIN = str.maketrans({"\N{MINUS SIGN}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def meaning(text: str) -> str | None:
    """Return whether a text that is neither looks like a number or a date."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN).strip()
    if _DATE.fullmatch(plain) and date_text(text) is None:
        return DATES
    if plain.startswith("(") and plain.endswith(")"):  # negative, in accounts
        plain = plain[1:-1]
    bare = "".join(c for c in plain if c != "%" and unicodedata.category(c) != "Sc")
    return NUMBERS if _NUMBER.fullmatch(bare.strip()) else None


def meanings(texts: Sequence[str]) -> list[str | None]:
    """Return what the texts of a column look like, numbers in one unit among them.

    Of those in a unit, such as ``45 kg``, at least three differ and all have the same,
    unless it is a factor: ``950K`` and ``1.2M`` are numbers, ``1st``, ``2nd`` and
    ``3rd`` are none.
    """
    units = [_UNIT.search(text) for text in texts]
    measured = [
        unit is not None and _NUMBER.fullmatch(text[: unit.start()]) is not None
        for text, unit in zip(texts, units, strict=True)
    ]
    different = {unit[0].strip() for unit in units if unit}
    alike = (len(different) == 1 or different <= _MAGNITUDES) and sum(measured) > 2
    return [
        NUMBERS if alike and number else meaning(text)
        for text, number in zip(texts, measured, strict=True)
    ]


def perhaps_thousands(texts: Sequence[bytes]) -> dict[str, list[int]]:
    """Return which texts have a point, or a comma, if it may separate thousands.

    It may if it could in all of them. A comma is doubted only beside whole numbers
    below a thousand, for decimals of one length all have a comma.
    """
    found = {}
    for mark, sign in (("point", b"."), ("comma", b",")):
        places = [place for place, text in enumerate(texts) if sign in text]
        alike = all(_PERHAPS_THOUSANDS.fullmatch(texts[place]) for place in places)
        others = [text for text in texts if sign not in text]
        small = others and all(map(_BELOW_THOUSAND.fullmatch, others))
        if places and alike and (mark == "point" or small):
            found[mark] = places
    return found


def naming_rows(known: KnownCells, header: str, *, texts: bool = False) -> list[str]:
    """Return a line where every row has a value of its own, or most have a text."""
    size, rows = known.codes.size, int(known.cells.counts()[known.codes].sum())
    if rows <= MAX_ROWS_DISTINCT_BY_CHANCE:
        return []
    if size == rows:
        return [
            f"no two rows have the same {header}; name the rows by it with --id, "
            "or leave it out with --ignore"
        ]
    if texts and 2 * size > rows:
        return [
            f"the column {header} has {size} different values in {rows} rows, so it "
            "names rows and hardly describes them; leave it out with --ignore"
        ]
    return []


def padded_numbers(
    known: KnownCells, header: str, line: Callable[[int], str]
) -> list[str]:
    """Return a line where numbers of three digits or more begin with 0, as codes do."""
    texts = known.cells.texts[known.codes].astype(np.bytes_, copy=False)
    padded = known.codes[zero_padded(texts) & (np.char.str_len(texts) > 2)]
    if not padded.size:
        return []
    return [
        f"numbers of the column {header} begin with 0, as codes do: "
        f"{known.listed(line, padded[:1])}; if they are names, give "
        f"{option_with('--categorical', header)}"
    ]


def hardly_differing(what: str, values: Iterable[str]) -> list[str]:
    """Return a line where values differ in case, blanks or unseen characters alone."""
    groups: dict[str, list[str]] = {}
    for value in sorted(values):
        groups.setdefault(_as_seen(value), []).append(value)
    alike = [" and ".join(group) for group in groups.values() if len(group) > 1]
    return [
        f"values of the {what} differ only in case, blanks or unseen characters: "
        f"{some_names(alike)}; write those alike that mean the same"
    ] * bool(alike)


def _as_seen(text: str) -> str:
    """Return a text in lower case, with single blanks, as a reader takes it."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return " ".join(text.casefold().split())
