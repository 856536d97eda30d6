"""Numbers of a column: parsed in bulk, sorted, written as Prolog writes them.

A column of whole numbers stays exact; a point or an exponent anywhere makes it one of
floats. Parsing is vectorised, ranking sorts the distinct values once.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fold_cli.files.tables.coded import steps
from fold_cli.files.tables.ordered import OrderedValues
from fold_cli.theory.quoting import MAX_EXACT_FLOAT, float_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

Values: TypeAlias = "NDArray[Any]"
"""64-bit integers, Python integers where those are too narrow, or floats."""

_WHOLE, _POINT, _OTHER = range(3)
_CHARACTER_KINDS = np.full(256, _OTHER, dtype=np.uint8)
_CHARACTER_KINDS[[0, *b"0123456789+-"]] = _WHOLE  # shorter texts end in zeros
_CHARACTER_KINDS[[*b".eE"]] = _POINT
TEXTS_PER_STEP = 1 << 14
"""Texts whose characters are looked at together, within the cache."""

_NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_DECIMAL_COMMA = re.compile(rb"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_PROLOG_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+([eE][-+]?[0-9]+)?)?", re.ASCII)
MAX_DECIMAL_DIGITS = 15
"""Digits that a float keeps of any number."""

MAX_NUMBER_CHARS = 64
"""A longer text in a table is no number."""


class Parsed(NamedTuple):
    """Numbers, and for floats which are written with a point or an exponent."""

    values: Values
    pointed: NDArray[np.bool_] | None

    @property
    def whole(self) -> bool:
        """Whether all are whole numbers, if some with a point."""
        return self.pointed is None or bool((self.values % 1 == 0).all())

    def ranked(self) -> tuple[Numbers, NDArray[np.intp]]:
        """Return the distinct numbers, and the rank of each."""
        if self.values.dtype == np.object_:
            distinct, ranks = _ranked_objects(self.values)
        else:
            distinct, ranks = np.unique(self.values, return_inverse=True)
        if self.pointed is None:
            return Numbers(distinct), ranks
        pointed: NDArray[np.bool_] = np.zeros(len(distinct), dtype=np.bool_)
        if distinct.dtype != np.object_:
            pointed = np.abs(distinct) >= MAX_EXACT_FLOAT
        pointed[ranks[self.pointed]] = True
        return Numbers(distinct, pointed), ranks


def _ranked_objects(values: Values) -> tuple[Values, NDArray[np.intp]]:
    """Return the distinct numbers, and the rank of each, of which some are no floats.

    Prolog compares a whole number with a float as floats, and with another exactly. So
    a float stands before the whole numbers that are this float: the numbers that are at
    most some bound, of either type, are then always the first ones.
    """
    keys = [(float(number), isinstance(number, int), number) for number in values]
    distinct = sorted(set(keys))
    places = {key: place for place, key in enumerate(distinct)}
    ranks = np.array([places[key] for key in keys], dtype=np.intp)
    return np.array([number for *_, number in distinct], dtype=np.object_), ranks


def number_flags(texts: NDArray[np.bytes_]) -> NDArray[np.bool_]:
    """Return which texts are numbers, each by itself."""
    return np.array(list(map(_is_number, texts.tolist())), dtype=np.bool_)


def _is_number(text: bytes) -> bool:
    if len(text) > MAX_NUMBER_CHARS or not _NUMBER.fullmatch(text):
        return False
    return math.isfinite(float(text))


def zero_padded(texts: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which texts begin with a 0 and a digit, if after a sign, as 007 does."""
    beginnings = np.char.lstrip(texts.astype("S3"), b"+-").astype("S2")
    flags: NDArray[np.bool_] = (beginnings >= b"00") & (beginnings <= b"09")
    return flags


def with_points(texts: NDArray[np.bytes_]) -> NDArray[np.bytes_]:
    """Return the texts with a point in the place of a decimal comma."""
    listed = texts.tolist()
    if not any(map(_DECIMAL_COMMA.fullmatch, listed)):
        return texts
    changed = [
        text.replace(b",", b".") if _DECIMAL_COMMA.fullmatch(text) else text
        for text in listed
    ]
    return np.array(changed, dtype=texts.dtype)


def parse_numbers(texts: NDArray[np.bytes_], *, exact: bool = False) -> Parsed | None:
    """Return the numbers that these texts are, or None if one is not a number.

    With ``exact``, a whole number stays exact whatever the others are.
    """
    longest = max(map(len, texts), default=0) if texts.dtype == np.object_ else 0
    if not texts.size or longest > MAX_NUMBER_CHARS:
        return None
    texts = texts.astype(np.bytes_, copy=False)  # some of a column may be long
    lengths = np.char.str_len(texts)
    if not lengths.all() or lengths.max() > MAX_NUMBER_CHARS:
        return None
    characters = texts.view(np.uint8).reshape(len(texts), -1)
    pointed = np.zeros(len(texts), dtype=np.bool_)
    for rows in steps(len(texts), TEXTS_PER_STEP):
        kinds = _CHARACTER_KINDS[characters[rows]]
        if (kinds == _OTHER).any():
            return None
        pointed[rows] = (kinds == _POINT).any(axis=1)
    try:
        if not pointed.any():
            return Parsed(_whole(texts), None)
        with np.errstate(over="ignore"):  # what is no float is seen below
            values = texts.astype(np.float64) + 0.0  # -0.0 is 0.0
    except ValueError:
        return None
    if not np.isfinite(values).all():
        return None
    large = ~pointed & (np.abs(values) >= MAX_EXACT_FLOAT)
    if exact and large.any():
        values = values.astype(np.object_)
        values[large] = [int(text) for text in texts[large].tolist()]
    return Parsed(values, pointed)


def _whole(texts: NDArray[np.bytes_]) -> Values:
    try:
        return texts.astype(np.int64)
    except OverflowError:
        return np.array([int(text) for text in texts.tolist()], dtype=np.object_)


class Numbers(OrderedValues):
    """The distinct numbers of a column in order; their texts are made when read.

    ``pointed`` flags those that are written with a point; None means none.
    """

    def __init__(
        self, values: Values, pointed: NDArray[np.bool_] | None = None
    ) -> None:
        self.values, self.pointed = values, pointed

    def __len__(self) -> int:
        return len(self.values)

    def text(self, rank: int) -> str:
        """Return a number as Prolog writes it."""
        if self.pointed is not None and self.pointed[rank]:
            return float_text(float(self.values[rank]))
        return str(int(self.values[rank]))

    def those(self, ranks: NDArray[np.intp]) -> Numbers:
        """Return the numbers of these ranks, which ascend."""
        pointed = None if self.pointed is None else self.pointed[ranks]
        return Numbers(self.values[ranks], pointed)

    def floats(self) -> NDArray[np.float64]:
        """Return the numbers by rank, to be drawn."""
        return self.values.astype(np.float64)

    def rank(self, text: str) -> int:
        """Return the rank of the largest value that is at most a number, or -1."""
        number = prolog_number(text)
        if self.values.dtype == np.int64:
            if not -(2**63) <= number < 2**63:
                return len(self) - 1 if number > 0 else -1
            return int(self.values.searchsorted(number, side="right")) - 1
        floats, as_float = self.values.astype(np.float64), _as_float(number)
        end = int(floats.searchsorted(as_float, side="right"))
        if isinstance(number, float) or self.values.dtype != np.object_:
            return end - 1
        first = int(floats.searchsorted(as_float))
        alike = self.values[first:end]  # as floats
        below = [v for v in alike if isinstance(v, float) or v <= number]
        return first + len(below) - 1


def number_between(low: str, high: str) -> str:
    """Return the roundest number near the middle of two that Prolog writes.

    It is in the middle half of the gap between them, and has no more decimals than they
    have; where there is no such number, it is the lower one.
    """
    first, last = Decimal(low).normalize(), Decimal(high).normalize()
    digits = [len(number.as_tuple().digits) for number in (first, last)]
    finest = min(_exponent(first), _exponent(last), 0)
    coarsest = max(first.adjusted(), last.adjusted())
    if coarsest - finest >= MAX_DECIMAL_DIGITS or max(digits) > MAX_DECIMAL_DIGITS:
        return low
    middle, most = (first + last) / 2, (last - first) / 4
    for exponent in range(coarsest, finest - 1, -1):
        number = middle.quantize(Decimal(1).scaleb(exponent))
        if abs(number - middle) <= most:
            return str(int(number)) if exponent >= 0 else float_text(float(number))
    return low


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)  # the number is finite
    return exponent


def _as_float(number: float) -> float:
    """Return the float that Prolog compares with others in the place of a number."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def prolog_number(text: str) -> int | float:
    """Return the number that Prolog reads from a text."""
    if not _PROLOG_NUMBER.fullmatch(text):
        raise ValueError(f"{text} is not a number that a table can be compared with")
    return float(text) if "." in text else int(text)
