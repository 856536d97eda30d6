"""Random tables."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

from random_problems.problem import Problem

if TYPE_CHECKING:
    from random import Random

HEADERS = ["Age", "Job", "Marital Status", "colour", "size", "height", "x", "y"]
ODD_HEADERS = [
    "%fat",
    "2019",
    "length",
    "member",
    "a-b",
    "a_b",
    "A B",
    "Ünter",
    "日本",
    "is",
    "not",
    "ab0",
    "<=50K",
    "it's",
    'a "b"',
    "a,b",
    "row1",
    "_",
    "X",
    "table",
    "good",
    "yes",
    "class_yes",
]
WORDS = ["red", "blue", "green", "clerk", "nurse", "single", "a", "b"]
ODD_CELLS = [
    "New York",
    "it's",
    'say "hi"',
    "a,b",
    "a;b",
    "007",
    "1",
    "1.0",
    "[]",
    "{}",
    "-",
    "Ünter",
    "日本",
    "\\",
    "%",
    "X",
    "_",
    "is",
    "f(a)",
    "a-b",
    "?x",
    "None",
    "true",
    "1r3",
    "inf",
    "'",
    "''",
    "a\tb",
]
ODD_NUMBERS = [
    "+3",
    "1e5",
    "1E5",
    ".5",
    "5.",
    "007",
    "1e400",
    "-0.0",
    "0.1",
    "1e-400",
    "9007199254740993",
    "9007199254740992",
    "18446744073709551617",
    "1.0",
    "1",
    "100000000000000000000000.5",
    "0x10",
    "1_000",
]
NO_VALUE = ["-", "None"]
"""Cells that are no name of a row, and that are no class where no other cell is."""
MISSING = ["", "?", "NA", "N/A", "NaN", "nan", "NULL", "null"]


def table(random: Random, kinds: frozenset[str]) -> Problem:
    """Return the problem of a random table."""
    return _Table(random, kinds).make()


class _Table:
    def __init__(self, random: Random, kinds: frozenset[str]) -> None:
        self.random, self.kinds = random, kinds
        self.rows = random.randint(4, 30)

    def may(self, kind: str, share: float = 1.0) -> bool:
        return self.random.random() < share and kind in self.kinds

    def make(self) -> Problem:
        random = self.random
        headers = self.headers(random.randint(1, 5))
        columns = [self.column() for _ in headers]
        class_ = random.choice(["class", "Credit", "Risk?"])
        values = random.choice([["yes", "no"], ["good", "bad"], ["1", "0"], ["+", "-"]])
        if self.may("table_cells", 0.15):
            values = random.sample([c for c in ODD_CELLS if c not in NO_VALUE], 2)
        if random.random() < 0.25:
            values = [*values, "third"]
        labels = self.labels(columns, values)
        options: list[tuple[str, ...]] = [("--class", class_)]
        if len(values) > 2 or random.random() < 0.5:
            options.append((f"--positive={values[0]}",))
        if random.random() < 0.2:
            headers.append("name")
            columns.append(self.names())
            options.append(("--id", "name"))
        at = random.randint(0, len(headers))
        headers.insert(at, class_)
        columns.insert(at, labels)
        options += self.options(headers, class_)
        name, lines = self.text(
            headers, [list(row) for row in zip(*columns, strict=True)]
        )
        extras = self.kinds & {"negation_order"}
        described = [c for h, c in zip(headers, columns, strict=True) if h != class_]
        if any(cell in MISSING for column in described for cell in column):
            extras |= {"missing_cells"}
        return Problem({name: tuple(lines)}, (name,), tuple(options), frozenset(extras))

    def headers(self, count: int) -> list[str]:
        pool = list(HEADERS)
        if self.may("table_names", 0.3):
            pool = ODD_HEADERS + HEADERS[:3]
            pool += ["modeh", "modeb"] if "table_modeh" in self.kinds else []
        return self.random.sample(pool, count)

    def names(self) -> list[str]:
        names = [f"n{number}" for number in range(self.rows)]
        if self.may("table_cells", 0.3):
            odd = [c for c in ODD_CELLS if c not in NO_VALUE and not c.endswith(".0")]
            names[: len(odd)] = odd[: self.rows]
        return names

    def column(self) -> list[str]:
        random = self.random
        style = random.random()
        missing = random.choice([0, 0, 0.1, 0.4])
        if style < 0.4:
            pool = [str(n) for n in range(random.randint(2, 20))]
            if random.random() < 0.4:
                pool += ["0.5", "2.25", "-3"]
            if self.may("table_numbers", 0.3):
                pool = random.sample(ODD_NUMBERS, 4) + pool[:3]
                if "table_values" not in self.kinds:
                    pool = [n for n in pool if n not in ("1.0", "-0.0")]
        else:
            pool = random.sample(WORDS, random.randint(2, 4))
            if self.may("table_cells", 0.3):
                pool = random.sample(ODD_CELLS, random.randint(2, 6))
                if "table_values" not in self.kinds and "1" in pool:
                    pool = [cell for cell in pool if cell != "1.0"]
        return [
            random.choice(MISSING) if random.random() < missing else random.choice(pool)
            for _ in range(self.rows)
        ]

    def labels(self, columns: list[list[str]], values: list[str]) -> list[str]:
        """Return classes: the first value where one or two cells are as in a model."""
        random = self.random
        model = random.randrange(self.rows)
        some = random.sample(columns, min(len(columns), random.randint(1, 2)))
        flips = random.choice([0, 0.1, 0.3])
        labels = []
        for row in range(self.rows):
            positive = all(column[row] == column[model] for column in some)
            if positive != (random.random() < flips):
                labels.append(values[0])
            else:
                labels.append(random.choice(values[1:]))
        labels[model] = values[0]
        labels[model - 1] = values[1]
        if random.random() < 0.1:
            labels[model - 2] = "?"
        return labels

    def options(self, headers: list[str], class_: str) -> list[tuple[str, ...]]:
        random, may = self.random, self.may
        options: list[tuple[str, ...]] = []
        plain = [h for h in headers if h in HEADERS and h != class_]
        if plain and random.random() < 0.1:
            options.append(("--ignore", random.choice(plain)))
        elif plain and random.random() < 0.15:
            options.append(("--categorical", random.choice(plain)))
        options.append(("--noise",) if may("noise", 0.25) else ("--exact",))
        if may("foil", 0.12):
            options.append(("--algorithm", "foil"))
        if may("limits", 0.2):
            limits = [
                ("--max-literals", random.choice("123")),
                ("--max-clauses", random.choice("012")),
                ("--max-exception-depth", random.choice("012")),
            ]
            options.append(random.choice(limits))
        if may("gain", 0.08):
            options.append(("--gain", "entropy"))
        return options

    def text(self, headers: list[str], rows: list[list[str]]) -> tuple[str, list[str]]:
        form = self.random.choice(["csv", "csv", "semicolon", "tsv", "arff"])
        if form == "semicolon" and "," in "".join(headers):
            form = "csv"  # a comma in the first line says what separates
        if form == "arff":
            return "table.arff", _arff(headers, rows)
        delimiter = {"csv": ",", "semicolon": ";", "tsv": "\t"}[form]
        lines = []
        for cells in [headers, *rows]:
            out = io.StringIO()
            csv.writer(out, delimiter=delimiter, lineterminator="").writerow(cells)
            lines.append(out.getvalue())
        return f"table.{'tsv' if form == 'tsv' else 'csv'}", lines


def _arff(headers: list[str], rows: list[list[str]]) -> list[str]:
    """Return the lines of a table as Weka writes it; ? is the only missing value."""
    lines = ["@relation r"]
    for place, header in enumerate(headers):
        column = [row[place] for row in rows]
        present = [cell for cell in column if cell not in MISSING]
        kind = "numeric" if all(map(_number, present)) and present else "string"
        lines.append(f"@attribute {_arff_quoted(header)} {kind}")
    lines.append("@data")
    for row in rows:
        lines.append(",".join("?" if c in MISSING else _arff_quoted(c) for c in row))
    return lines


def _number(text: str) -> bool:
    try:
        return math.isfinite(float(text)) and "_" not in text
    except ValueError:
        return False


def _arff_quoted(text: str) -> str:
    if (text.isalnum() and text.isascii()) or _number(text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
