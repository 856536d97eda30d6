"""Cells that look like numbers or dates in a spelling that is not read as such.

They are constants, since what they mean is not certain: ``1.018`` may be a thousand,
and ``03/04/2024`` a day in March or in April. Users are warned of them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBERS, DATES = "numbers", "dates"
ADVICE = {
    NUMBERS: "write 1234.5 without separators of thousands, signs such as $ or %, and "
    "units",
    DATES: "write 2024-05-31 or 2024-05-31T09:30",
}
"""How to write what is told of."""

_NUMBER = re.compile(
    r"[+-]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:[.,'_ ]\d{3})+(?:[.,]\d+)?)(?:[eE][+-]?\d+)?"
)
_DATE = re.compile(
    r"(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./])\d{1,2}\2\d{1,2})"
    r"(?:[T ].*)?|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AaPp][Mm])?"
)
_UNIT = re.compile(r"(?<=\d) ?(?:°[A-Z]?|[^\W\d_](?:[^\W\d_]|[/²³]){0,7})$")
_PERHAPS_THOUSANDS = re.compile(rb"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_BELOW_THOUSAND = re.compile(rb"[+-]?[0-9]{1,3}")
_PLAIN = str.maketrans({"\N{MINUS SIGN}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def meaning(text: str) -> str | None:
    """Return whether a text that is neither looks like a number or a date."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN).strip()
    if _DATE.fullmatch(plain):
        return DATES
    if plain.startswith("(") and plain.endswith(")"):  # negative, in accounts
        plain = plain[1:-1]
    bare = "".join(c for c in plain if c != "%" and unicodedata.category(c) != "Sc")
    return NUMBERS if _NUMBER.fullmatch(bare.strip()) else None


def meanings(texts: Sequence[str]) -> list[str | None]:
    """Return what the texts of a column look like, numbers in one unit among them.

    Of those in a unit, such as ``45 kg``, at least three differ and all have the same:
    ``1st``, ``2nd`` and ``3rd`` are no numbers.
    """
    units = [_UNIT.search(text) for text in texts]
    measured = [
        unit is not None and _NUMBER.fullmatch(text[: unit.start()]) is not None
        for text, unit in zip(texts, units, strict=True)
    ]
    alike = len({unit[0].strip() for unit in units if unit}) == 1 and sum(measured) > 2
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
