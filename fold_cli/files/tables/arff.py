"""ARFF, the format of Weka: declared attributes, then rows of values.

Rows without quotes and comments are split in bulk, others one by one.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.tables.cells import Grid, GridBuilder
from fold_cli.files.tables.chunks import Chunk
from fold_cli.theory.schema import CATEGORICAL, NUMERIC

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s'\"{{]+)\s*(.*)", re.IGNORECASE)
_ITEM = re.compile(rf"{_QUOTED}|[^,'\"%]*")
_BLANKS = re.compile(r"\s*")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_ESCAPE_CHARS = {"n": "\n", "t": "\t", "r": "\r"}
_DATA = re.compile(r"^[ \t]*@data[ \t\r]*(%.*)?(\n|\Z)", re.IGNORECASE | re.MULTILINE)
KINDS = {
    **dict.fromkeys(("numeric", "real", "integer"), NUMERIC),
    "string": CATEGORICAL,
    "date": None,  # whether it is one that can be compared, its cells tell
}


@dataclass(frozen=True, slots=True)
class Attribute:
    """A declared column; ``values`` are those of a nominal one."""

    name: str
    kind: str | None
    values: frozenset[str] | None = None


def read_arff(path: str, text: Iterator[Chunk]) -> tuple[list[Attribute], Grid]:
    """Return the attributes and the rows of an ARFF file, given in chunks."""
    header, rest = _header(path, text)
    attributes: list[Attribute] = []
    for number, line in enumerate(map(str.strip, header), 1):
        word = line.split()[0].lower() if line else ""
        if word == "@attribute":
            attributes.append(_attribute(line, path, number))
        elif line and not line.startswith("%") and word != "@relation":
            raise InputError(
                "@relation, @attribute or @data is expected here", path, number
            )
    if not attributes:
        raise InputError("no @attribute before @data", path, len(header))
    builder, width = GridBuilder(len(attributes)), len(attributes)
    for chunk in itertools.chain([rest], text):
        quoted = re.search(rb"['\"%{\\]", chunk.data) or not chunk.data
        if quoted or not builder.add_plain(chunk.data, ",", chunk.line):
            lines = chunk.data.decode()
            builder.add_rows(_rows(lines, width, path, chunk.line))
    grid = builder.grid()
    _check_values(attributes, grid, path)
    return attributes, grid


def _header(path: str, text: Iterator[Chunk]) -> tuple[list[str], Chunk]:
    """Return the lines before the data, and what follows them in their chunk."""
    before = ""
    for chunk in text:
        lines = chunk.data.decode()
        if data := _DATA.search(lines):
            header = (before + lines[: data.start()]).split("\n")
            return header, Chunk(len(header) + 1, lines[data.end() :].encode())
        before += lines
    raise InputError("no @data line", path)


def _attribute(line: str, path: str, number: int) -> Attribute:
    match = _ATTRIBUTE.fullmatch(line)
    if not match:
        raise InputError("write it like: @attribute age numeric", path, number)
    name, kind = _unquoted(match[1]), match[2].strip()
    if kind.startswith("{"):
        inner, brace, _ = kind[1:].rpartition("}")
        values = _items(inner) if brace else None
        if values is None:
            raise InputError(
                f"the values of {name} are not a list like {{red, green}}", path, number
            )
        return Attribute(name, CATEGORICAL, frozenset(values))
    word = kind.split()[0].lower() if kind else ""
    if word not in KINDS:
        raise InputError(
            f"the type of {name} is {kind or 'missing'}; known are numeric, real, "
            "integer, string, date and lists of values",
            path,
            number,
        )
    return Attribute(name, KINDS[word])


def _rows(
    text: str, width: int, path: str, first: int
) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.split("\n"), first):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if line.startswith("{"):
            raise InputError(
                "sparse rows are not understood; write a value for every attribute",
                path,
                number,
            )
        cells = _items(line)
        if cells is None:
            raise InputError("a quote is opened and not closed", path, number)
        if len(cells) != width:
            raise InputError(
                f"{len(cells)} value{'s' * (len(cells) != 1)}, but there are {width} "
                "attributes",
                path,
                number,
            )
        yield number, cells


def _items(line: str) -> list[str] | None:
    """Split at commas outside quotes; None where a quote does not end."""
    items, at = [], 0
    while True:
        item = _ITEM.match(line, _after_blanks(line, at))
        assert item
        items.append(_unquoted(item[0]))
        at = _after_blanks(line, item.end())
        if line[at : at + 1] in ("", "%"):
            return items
        if line[at] != ",":
            return None
        at += 1


def _after_blanks(line: str, at: int) -> int:
    found = _BLANKS.match(line, at)
    return found.end() if found else at


def _unquoted(text: str) -> str:
    """Return a name or value without its quotes."""
    text = text.strip()
    if text[:1] not in ("'", '"') or text[:1] != text[-1:] or len(text) < 2:
        return text
    return _ESCAPE.sub(_unescaped, text[1:-1]).strip(" \t")


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return _ESCAPE_CHARS.get(code, code)


def _check_values(attributes: list[Attribute], grid: Grid, path: str) -> None:
    """Raise an error at a nominal cell that is not among the declared values."""
    for attribute, cells in zip(attributes, grid.columns, strict=True):
        if attribute.values is None:
            continue
        known = attribute.values | {"", "?"}
        for code, text in enumerate(cells.strings()):
            if text not in known:
                row = cells.first_row(code)
                raise InputError(
                    f"{attribute.name} is {text}, which is not among its values",
                    path,
                    grid.lines[row],
                )
