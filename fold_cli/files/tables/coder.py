"""Codes for the cells of a column, part by part: equal texts get equal codes.

A cell is read as words of eight bytes. One of up to seven bytes is a single word, which
is its key; a longer one has a marked hash of its words for a key, and its words are
compared, so that texts are told apart even where hashes are not. Keys are looked up
in a hash table of NumPy, all cells of a part at once: O(cells), with no Python object
for a cell. Texts of more than ``MAX_BULK_CELL_BYTES``, and columns in which two texts
have one hash, go through a dictionary of Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fold_cli.files.tables.coded import CodeBuffer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fold_cli.files.tables.coded import Codes

    Bytes: TypeAlias = NDArray[np.uint8]
    Words: TypeAlias = NDArray[np.uint64]
    FoundCodes: TypeAlias = NDArray[np.int32]
    Places: TypeAlias = NDArray[np.int32 | np.int64]

MAX_BULK_CELL_BYTES = 256
"""Length of the longest text whose words are compared in bulk."""

MAX_KEY_BYTES = 7
"""Length of the longest text that is its own key."""

HASHED = np.uint64(1 << 63)
"""What marks a key that is a hash."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""An odd factor by which words are mixed into the hash of a cell."""

KEPT_BYTES = np.array([(1 << 8 * n) - 1 for n in range(9)], dtype=np.uint64)
"""The mask that keeps the first n bytes of a word, by n."""

MIN_SLOTS = 1024
"""Slots of the smallest table of hashes."""

SLOTS_PER_TEXT = 2
"""Slots of a new hash table for each text."""

MAX_TAKEN_SHARE = 0.6
"""The share of slots that are taken in a full hash table."""


def text_array(texts: Sequence[bytes]) -> NDArray[Any]:
    """Return texts as an array: of fixed width, or Python's bytes if some are long."""
    fits = max(map(len, texts), default=0) <= MAX_BULK_CELL_BYTES
    return np.array(texts, dtype=np.bytes_ if fits else np.object_)


class ColumnCoder:
    """The dictionary of one column, and the codes of all rows so far."""

    def __init__(self, codes: CodeBuffer | None = None) -> None:
        """Take where the codes are put: into memory, unless something is given."""
        self._codes = codes or CodeBuffer()
        self._count = 0
        self._keys: Words = np.zeros(1, dtype=np.uint64)  # of each text
        self._words: Words = np.zeros((1, 0), dtype=np.uint64)  # if one has several
        self._slots: FoundCodes = np.full(MIN_SLOTS, -1, dtype=np.int32)
        self._by_text: dict[bytes, int] | None = None  # if words cannot tell them apart

    def add(self, buffer: Bytes, starts: Places, lengths: Places) -> None:
        """Add rows whose cells are stretches of a buffer, which ends in padding."""
        self._append(self._coded(buffer, starts, lengths))

    def unite(self, texts: Sequence[bytes], codes: Codes) -> None:
        """Add rows that are coded by a dictionary of their own."""
        padding = bytes(MAX_BULK_CELL_BYTES)
        buffer = np.frombuffer(b"".join([*texts, padding]), dtype=np.uint8)
        lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
        united = self._coded(buffer, np.cumsum(lengths) - lengths, lengths)
        self._append(united[codes])

    def codes(self) -> Codes:
        """Return the codes of all rows; none can be added then."""
        self._slots = np.zeros(0, dtype=np.int32)
        if self._words.shape[1]:
            self._keys = np.zeros(0, dtype=np.uint64)
        return self._codes.codes()

    def texts(self) -> NDArray[Any]:
        """Return the text of each code."""
        if self._by_text is not None:
            return text_array(list(self._by_text))
        words = self._words if self._words.shape[1] else self._keys[:, None]
        words = np.ascontiguousarray(words[: self._count], dtype="<u8")
        return words.view(f"S{8 * words.shape[1]}").ravel()

    def _append(self, codes: FoundCodes) -> None:
        self._codes.append(codes, self._count)

    def _coded(self, buffer: Bytes, starts: Places, lengths: Places) -> FoundCodes:
        longest = int(lengths.max(initial=0))
        if self._by_text is None and longest <= MAX_BULK_CELL_BYTES:
            words = _words(buffer, starts, lengths, longest)
            found = self._codes_of(_keys(words, lengths, longest), words)
            if longest <= MAX_KEY_BYTES or self._match_codes(found, words):
                return found
        if self._by_text is None:
            known = self.texts().tolist()
            self._by_text = {text: code for code, text in enumerate(known)}
        known, codes = self._by_text, []
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
            text = buffer[start : start + length].tobytes()
            codes.append(known.setdefault(text, len(known)))
        self._count = len(known)
        return np.array(codes, dtype=np.int32)

    # The hash table: a text is in the first free slot from that of its key on

    def _codes_of(self, keys: Words, words: list[Words]) -> FoundCodes:
        """Return the codes of texts, new ones where the keys are new."""
        codes = self._looked_up(keys)
        new = (codes < 0).nonzero()[0]
        if new.size:
            added, first, places = np.unique(
                keys[new], return_index=True, return_inverse=True
            )
            codes[new] = places + self._count
            self._add(added, [word[new[first]] for word in words])
        return codes

    def _match_codes(self, codes: FoundCodes, words: list[Words]) -> bool:
        """Return whether texts are those of their codes, not only of the same key."""
        for at in range(self._words.shape[1]):
            known = self._words[:, at].take(codes)
            if (known != (words[at] if at < len(words) else 0)).any():
                return False
        return True

    def _looked_up(self, keys: Words) -> FoundCodes:
        """Return the code of each key, -1 where it is not known."""
        slots, last = self._slots_of(keys), len(self._slots) - 1
        codes = self._slots.take(slots)
        wrong = (self._keys.take(codes) != keys).nonzero()[0]
        wrong = wrong[codes[wrong] >= 0]
        while wrong.size:
            slots[wrong] = (slots[wrong] + 1) & last
            codes[wrong] = self._slots.take(slots[wrong])
            wrong = wrong[self._keys.take(codes[wrong]) != keys[wrong]]
            wrong = wrong[codes[wrong] >= 0]
        return codes

    def _slots_of(self, keys: Words) -> NDArray[np.int64]:
        shift = np.uint64(65 - len(self._slots).bit_length())
        return ((keys * MULTIPLIER) >> shift).astype(np.int64)

    def _add(self, keys: Words, words: list[Words]) -> None:
        """Add texts by their keys, each of which is new."""
        before, self._count = self._count, self._count + len(keys)
        known = self._words.shape[1]
        width = max(known, len(words) if known or (keys & HASHED).any() else 0)
        if width > known:
            words_before = self._words if known else self._keys[:, None]
            self._words = np.pad(
                words_before, ((0, 0), (0, width - words_before.shape[1]))
            )
        if self._count > len(self._keys):
            room = self._count + self._count // 4
            self._keys.resize(room, refcheck=False)
            self._words.resize((room, width), refcheck=False)
        self._keys[before : self._count] = keys
        for at, word in enumerate(words[:width]):
            self._words[before : self._count, at] = word
        if self._count > MAX_TAKEN_SHARE * len(self._slots):
            size = 1 << (SLOTS_PER_TEXT * self._count - 1).bit_length()
            self._slots = np.full(size, -1, dtype=np.int32)
            before = 0
        self._place(np.arange(before, self._count, dtype=np.int32))

    def _place(self, codes: FoundCodes) -> None:
        last = len(self._slots) - 1
        slots = self._slots_of(self._keys[codes])
        while codes.size:
            free = self._slots[slots] < 0
            self._slots[slots[free]] = codes[free]
            left = self._slots[slots] != codes
            codes, slots = codes[left], (slots[left] + 1) & last


def _words(buffer: Bytes, starts: Places, lengths: Places, longest: int) -> list[Words]:
    """Return the words of cells, with zeros after their ends."""
    size, eight = (buffer.size - 7,), np.dtype("<u8")
    word_at: Words = np.ndarray(size, eight, buffer, strides=(1,))
    if longest <= 8:
        return [word_at[starts] & KEPT_BYTES[lengths]]
    return [
        word_at[starts + at] & KEPT_BYTES[np.clip(lengths - at, 0, 8)]
        for at in range(0, longest, 8)
    ]


def _keys(words: list[Words], lengths: Places, longest: int) -> Words:
    """Return the key of each cell; it does not depend on the other cells."""
    key = words[0]
    if longest <= MAX_KEY_BYTES:
        return key
    hashed = _mixed(key)
    for number, word in enumerate(words[1:], 1):
        hashed = np.where(lengths > 8 * number, _mixed(hashed ^ word), hashed)
    return np.where(lengths > MAX_KEY_BYTES, hashed | HASHED, key)


def _mixed(key: Words) -> Words:
    """Spread the bits of each key over all its bits."""
    key = key * MULTIPLIER
    return key ^ (key >> np.uint64(29))
