"""Converted tables whose rows with the same cells are of the class of most of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_ROW = re.compile(r"(.*)\(row(\d+)(?:, (.*))?\)\.")


def settle(made: Path, settled: Path) -> None:
    """Write the files of a converted table again, with the classes that rules tell.

    Of classes that are equally frequent among rows with the same cells, that of more
    rows of the table is taken, then the negative one.
    """
    cells = defaultdict(list)
    for name, row, value in _rows(made / "bk.pl"):
        cells[row].append((name, value))
    labels, head = {}, ""
    for kind in ("neg", "pos"):
        for head, row, _ in _rows(made / f"{kind}.pl"):  # noqa: B007  (used below)
            labels[row] = kind
    totals = Counter(labels.values())
    groups = defaultdict(Counter)
    for row, kind in labels.items():
        groups[tuple(cells[row])][kind] += 1
    settled.mkdir()
    (settled / "bk.pl").write_bytes((made / "bk.pl").read_bytes())
    for kind in ("neg", "pos"):
        rows = [
            row
            for row in sorted(labels, key=int)
            if _most(groups[tuple(cells[row])], totals) == kind
        ]
        text = "".join(f"{head}(row{row}).\n" for row in rows)
        (settled / f"{kind}.pl").write_text(text, encoding="utf-8")


def _most(counts: Counter[str], totals: Counter[str]) -> str:
    """Return the most frequent kind; "neg" is before "pos"."""
    return min(counts, key=lambda kind: (-counts[kind], -totals[kind], kind))


def _rows(path: Path) -> list[tuple[str, str, str]]:
    """Return the facts of a file: a predicate, the number of a row, perhaps a value."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = map(_ROW.fullmatch, lines)
    return [(match[1], match[2], match[3] or "") for match in found if match]
