"""The schema of the table that a theory was learned from, by which others are read.

A schema is written as comment lines of a theory's header and as fields of its JSON, and
is read back from both. Headers, values and words are quoted as Prolog quotes atoms, so
that whatever is in them stays on its line.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fold_cli.theory.quoting import quote_atom, unquoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

NUMERIC, CATEGORICAL, DATE = KINDS = ("numeric", "categorical", "date")

MISSING = frozenset(
    [
        *("", "?", "-", "NA", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan"),
        *("NaT", "NULL", "null", "None"),
    ]
)
"""Texts of cells without a value, in files that do not say what is missing."""

_WHOLE = re.compile(r"(-?(?:0|[1-9][0-9]{0,15}))(\.0)?", re.ASCII)
_WORD = re.compile(r"'(?:[^'\\]|\\.)*'|[^\s']+")
KEYS = ("column", "values", "class", "classes", "id", "missing", "decimal", "memorised")
"""What lines of a header begin with that belong to a schema."""

_LINE = re.compile(rf"({'|'.join(KEYS)}): (.*)")


TRUTH = {"true": True, "1": True, "1.0": True} | {
    "false": False,
    "0": False,
    "0.0": False,
}
"""How truth values are written, in lower case."""


def spellings(words: Iterable[str]) -> frozenset[str]:
    """Return words, and the whole numbers among them with and without ``.0``.

    Programs that hold a column with missing cells as floats write them so.
    """
    found = set(words)
    for match in map(_WHOLE.fullmatch, tuple(found)):
        if match:
            found |= {match[1], f"{match[1]}.0"}
    return frozenset(found)


def spelled_truth(values: Collection[str]) -> dict[bool, str]:
    """Return how a column with these values writes truth values.

    Nothing if it has other values, or writes one of them in two ways.
    """
    spelling = {TRUTH.get(text.lower()): text for text in values}
    if len(spelling) < len(values):
        return {}
    return (
        {} if None in spelling else {bool(key): text for key, text in spelling.items()}
    )


@dataclass(frozen=True, slots=True)
class ColumnSchema:
    """One column: a later table's cells below ``header`` are facts of ``name/2``."""

    header: str  # as the file has it
    name: str  # the predicate, as Prolog writes it
    kind: str  # one of KINDS
    values: tuple[str, ...] = ()  # words for "no value" that are values here, as - is
    seen: tuple[str, ...] = ()  # the values of training, where the theory asks for them


@dataclass(frozen=True, slots=True)
class TableSchema:
    """The columns of a table, and what is known of its class and its rows."""

    columns: tuple[ColumnSchema, ...]
    class_column: str | None = None  # its header
    positive: str | None = None  # the positive value; None: several classes
    negative: str | None = None  # the only other value; None: there are several
    classes: tuple[str, ...] = ()  # all values in order, where there are several
    class_values: tuple[str, ...] = ()  # as the values of a column
    id_column: str | None = None  # the header of the column that names the rows
    missing: tuple[str, ...] = ()  # words beyond the usual ones for "no value"
    memorised: int = 0  # rows left out, for no rule covers them and nothing names them
    decimal_comma: bool = False  # numbers may have a comma for a point

    @property
    def labels(self) -> tuple[str, str] | None:
        """What rows of two classes are called: negative ones, and positive ones.

        None where there are several classes, or none is known.
        """
        if self.positive is None:
            return None
        other = f"not {self.positive}" if self.negative is None else self.negative
        return other, self.positive


def to_lines(schema: TableSchema) -> list[str]:
    """Return the lines of a header, without the comment sign."""
    lines = []
    if schema.class_column is not None:
        values = [v for v in (schema.positive, schema.negative) if v is not None]
        lines.append(_line("class", (schema.class_column, *values)))
    lines += _lines("classes", schema.classes)
    lines += _lines("values", schema.class_values)
    for column in schema.columns:
        words = " ".join(map(quote_atom, (column.header, *column.seen)))
        lines.append(f"column: {column.name} {column.kind} {words}")
        lines += _lines("values", column.values)
    if schema.id_column is not None:
        lines.append(_line("id", (schema.id_column,)))
    lines += _lines("missing", schema.missing)
    if schema.decimal_comma:
        lines.append("decimal: comma")
    if schema.memorised:
        lines.append(f"memorised: {schema.memorised}")
    return lines


def _lines(key: str, words: Sequence[str]) -> list[str]:
    return [_line(key, words)] if words else []


def _line(key: str, words: Iterable[str]) -> str:
    return f"{key}: {' '.join(map(quote_atom, words))}"


def from_lines(lines: Iterable[str]) -> TableSchema | None:
    """Return the schema that a header's lines say, or None if there is none.

    A line that cannot be understood raises :class:`ValueError` with the line.
    """
    data: dict[str, Any] = {"columns": []}
    column: dict[str, Any] | None = None  # what a line of values is about
    taken: set[tuple[str, str]] = set()
    for line in lines:
        match = _LINE.fullmatch(line)
        if not match:
            continue
        key, words = match[1], _WORD.findall(match[2])
        texts = [unquoted(word) for word in words]
        fields: dict[str, Any] = {}
        if key == "column" and len(words) >= 3:
            column = {"header": texts[2], "name": words[0], "kind": words[1]}
            column["seen"] = texts[3:]
            data["columns"].append(column)
            keys = {("name", words[0]), ("header", texts[2])}
            if taken & keys:
                raise ValueError(line)
            taken |= keys
        elif key == "values" and column is not None:
            column["values"] = texts
        elif not (fields := _table_fields(key, texts)):
            raise ValueError(line)
        data |= fields
        try:
            from_data({**fields, "columns": [] if fields else [column]})
        except (ValueError, TypeError):
            raise ValueError(line) from None
    return from_data(data) if data["columns"] else None


def _table_fields(key: str, texts: list[str]) -> dict[str, Any]:
    """Return what a line says of the table as a whole, nothing if it says none."""
    if key == "values":
        return {"class_values": texts}
    if key == "class" and len(texts) in (1, 2, 3):
        return dict(zip(("class_column", "positive", "negative"), texts, strict=False))
    if key in ("id", "memorised") and len(texts) == 1:
        return {{"id": "id_column"}.get(key, key): texts[0]}
    if key == "decimal" and texts == ["comma"]:
        return {"decimal_comma": True}
    return {key: texts} if key in ("classes", "missing") else {}


def to_data(schema: TableSchema) -> dict[str, Any]:
    """Return the schema as JSON has it, without what is empty."""
    data = _filled(asdict(schema))
    data["columns"] = [_filled(column) for column in data["columns"]]
    return data


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, (), 0)}


def from_data(data: Any) -> TableSchema:
    """Return the schema that JSON says; raise where it says none."""
    rest = {key: value for key, value in data.items() if key != "columns"}
    for key in ("classes", "class_values", "missing"):
        rest[key] = _texts(rest.get(key, ()))
    for key in ("class_column", "positive", "negative", "id_column"):
        if rest.get(key) is not None:
            rest[key] = _text(rest[key])
    rest["decimal_comma"] = bool(rest.get("decimal_comma", False))
    rest["memorised"] = int(rest.get("memorised", 0))
    columns = tuple(map(_column, data["columns"]))
    for names in (
        rest["classes"],
        [column.name for column in columns],
        [column.header for column in columns],
    ):
        if len(set(names)) < len(names):
            raise ValueError("a class or column is there twice")
    return TableSchema(columns, **rest)


def _column(data: Any) -> ColumnSchema:
    name, kind = _text(data["name"]), _text(data["kind"])
    if kind not in KINDS or not _WORD.fullmatch(name) or not name.isprintable():
        raise ValueError("no column of a table")
    header = _text(data["header"])
    values, seen = (_texts(data.get(key, ())) for key in ("values", "seen"))
    return ColumnSchema(header, name, kind, values, seen)


def _texts(data: Any) -> tuple[str, ...]:
    if isinstance(data, str):
        raise TypeError("a list is expected")
    return tuple(map(_text, data))


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError("text is expected")
    return data
