"""Words in cells: which of them mean "no value", and which are one and the same.

What a cell means depends on its text and on its column, never on other rows: a theory's
schema keeps what the columns of its own table decided.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.errors import some_names
from fold_cli.files.tables.coder import text_array
from fold_cli.theory.schema import MISSING, TRUTH, spelled_truth

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from fold_cli.files.tables.cells import Cells

NOT_FINITE = frozenset(
    f"{sign}{word}"
    for sign in ("", "+", "-")
    for word in ("inf", "Inf", "INF", "infinity", "Infinity")
)
"""What programs write for numbers without bounds; a column of numbers lacks them."""

_WHOLE_FLOAT = re.compile(rb"-?(?:0|[1-9][0-9]{0,15})\.0")


def values_among(
    words: Collection[str], cells: Cells, declared: bool
) -> tuple[str, ...]:
    """Return which words for "no value" are values of a column with these cells.

    ``words`` are those that the file has for "no value". Beside a plus, the minus is a
    value. Where the file itself says what is missing (``declared``), as ARFF does, all
    other words are values.
    """
    candidates = are_among(cells.texts, (*MISSING, "+"))
    present = {text.decode() for text in cells.texts[candidates].tolist()}
    values = present & MISSING - set(words) if declared else set()
    if "+" in present and "-" in present:
        values.add("-")
    return tuple(sorted(values))


def are_among(texts: NDArray[Any], words: Iterable[str]) -> NDArray[np.bool_]:
    """Return which texts are one of a few words.

    ``np.isin`` sorts both, and loads NumPy's masked arrays first.
    """
    flags = np.zeros(len(texts), dtype=np.bool_)
    for word in words:
        flags |= texts == word.encode()
    return flags


def canonical(cells: Cells) -> Cells:
    """Return the cells of names with 1.0 as 1.

    Whole numbers get a point from programs that hold a column with missing cells as
    floats; a category of this name is still the same.
    """
    texts = cells.texts.tolist()
    if not any(map(_WHOLE_FLOAT.fullmatch, texts)):
        return cells
    codes: dict[bytes, int] = {}
    places = [codes.setdefault(_canonical(text), len(codes)) for text in texts]
    known = np.array(list(codes), dtype=cells.texts.dtype)
    return cells.recoded(np.array(places), known)


def respelled(cells: Cells, seen: Collection[str], missing: Collection[str]) -> Cells:
    """Return the cells with truth values spelled as in training, where these are some.

    ``seen`` are the values of training. If they are true and false or 1 and 0, however
    they are written, another writing of the same truth value is the same cell, unless
    it is one of the words for "no value".
    """
    spelled = spelled_truth(seen)
    if not spelled:
        return cells
    texts = cells.strings()
    truths = [None if text in missing else TRUTH.get(text.lower()) for text in texts]
    each = zip(texts, truths, strict=True)
    meant = [text if t is None else spelled.get(t, text) for text, t in each]
    if meant == texts:
        return cells
    codes: dict[str, int] = {}
    places = [codes.setdefault(text, len(codes)) for text in meant]
    return cells.recoded(np.array(places), text_array([t.encode() for t in codes]))


def canonical_text(text: str) -> str:
    """Return the name that a text is."""
    return _canonical(text.encode()).decode()


def _canonical(text: bytes) -> bytes:
    if not _WHOLE_FLOAT.fullmatch(text):
        return text
    return b"0" if text == b"-0.0" else text[:-2]


def with_counts(values: dict[str, int]) -> str:
    """Return some values with how many cells have each, those of most first."""
    order = sorted(values, key=lambda value: -values[value])
    return some_names(f"{value} ({values[value]})" for value in order)
