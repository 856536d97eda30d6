"""Parts that the pages of reports share: sections, tables, lists of facts."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from fold_cli import __version__
from fold_cli.theory.formats.html_format import style_of_cards
from fold_cli.theory.formats.markup import document, element, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fold_cli.theory.formats.markup import Child, Markup
    from fold_cli.use.measuring.confusion import AnyConfusion

SHADES = 5
"""Shades of cells, from none to that of the largest number."""

MAX_CELL_CHARS = 60
"""Characters of a name in the cell of a table."""

MAX_CLASSES = 20
"""Classes in a table; of more, the others are one row."""

_NAMES = {"f1": "F1", "auc": "AUC"}


class Section(NamedTuple):
    """A part of a page that is linked to from its top."""

    anchor: str
    heading: str
    content: Child


def page(title: str, sections: Sequence[Section], summary: str) -> str:
    """Return a report of sections, with links to each of them."""
    links = [
        element("li", element("a", section.heading, href=f"#{section.anchor}"))
        for section in sections
    ]
    body = [
        element(
            "header",
            element("h1", shortened(title, 200)),
            element("p", summary, class_="summary"),
            element("nav", element("ul", links), aria_label="Sections"),
        ),
        element("main", [_section(section) for section in sections]),
        element("footer", element("p", f"Written by fold {__version__}.")),
    ]
    style = style_of_cards() + _file("report.css")
    return document(shortened(title, 200), style, body, _file("report.js"))


def _section(section: Section) -> Markup:
    return element(
        "section",
        element("h2", section.heading, id=f"{section.anchor}-heading"),
        section.content,
        id=section.anchor,
        aria_labelledby=f"{section.anchor}-heading",
    )


def _file(name: str) -> str:
    return files("fold_cli.use.report").joinpath(name).read_text("utf-8")


def measure_name(name: str) -> str:
    """Return the name of a measure as it is shown."""
    words = [_NAMES.get(word, word) for word in name.split("_")]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def facts(pairs: Sequence[tuple[str, str]]) -> Markup:
    """Return terms and what is said of each."""
    rows = [
        element(
            "div", element("dt", shortened(term, MAX_CELL_CHARS)), element("dd", text)
        )
        for term, text in pairs
    ]
    return element("dl", rows, class_="facts")


def note_facts(note: str) -> list[tuple[str, str]]:
    """Return a line of a theory's header as facts; the options say the mode too."""
    name, _, text = note.partition(": ")
    if not text:
        return [("Note", note)]
    mode = "with noise" if "--noise" in text else "exact"
    return [(name.capitalize(), text), *([("Mode", mode)] * (name == "options"))]


def figures(measures: Mapping[str, float]) -> Markup:
    """Return measures by name, with three digits."""
    rows = [
        element("div", element("dt", measure_name(name)), element("dd", f"{value:.3f}"))
        for name, value in measures.items()
    ]
    return element("dl", rows, class_="measures")


def table(
    caption: str, rows: Sequence[Sequence[Child]], *, shades: bool = False
) -> Markup:
    """Return a table whose first row and column are headers, in a box that scrolls.

    With ``shades``, the larger a number of a cell is, the darker is the cell.
    """
    largest = max((_number(cell) for row in rows[1:] for cell in row[1:]), default=0)
    head = element(
        "tr",
        [
            element("th", _cell(name), scope="col") if name else element("td")
            for name in rows[0]
        ],
    )
    body = []
    for row in rows[1:]:
        cells = [element("th", _cell(row[0]), scope="row")]
        for cell in row[1:]:
            shade = -(-SHADES * _number(cell) // largest) if largest and shades else 0
            style = f"s{shade}" if shade else None
            cells.append(element("td", _cell(cell), class_=style))
        body.append(element("tr", cells))
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", head),
            element("tbody", body),
        ),
        class_="scroll",
        tabindex=0,
        role="group",
        aria_label=caption,
    )


def _cell(cell: Child) -> Child:
    return shortened(cell, MAX_CELL_CHARS) if type(cell) is str else cell


def _number(cell: Child) -> int:
    text = cell.replace(",", "") if isinstance(cell, str) else ""
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else 0


# What a script makes useful, and shows


def unfold_button() -> Markup:
    """Return the button that unfolds all exceptions."""
    return element(
        "button", "Unfold all exceptions", type="button", id="unfold", hidden=True
    )


def finder(count: int, *, known: bool) -> Markup:
    """Return the box that finds examples by name among those included."""
    kinds = [
        element("option", name, value=value)
        for name, value in [("all", ""), ("that go wrong", "wrong"), ("right", "right")]
    ]
    return element(
        "div",
        element(
            "span",
            element("label", "Find an example", for_="find"),
            element("input", type="search", id="find", autocomplete="off"),
        ),
        element(
            "span",
            element("label", "Show", for_="kind"),
            element("select", kinds, id="kind"),
        )
        if known
        else None,
        element("p", f"{count:,} shown", id="found", role="status"),
        class_="finder",
        hidden=True,
    )


def confusion_tables(confusion: AnyConfusion) -> list[list[list[Child]]]:
    """Return the tables of a confusion; of many classes, the largest alone."""
    tables = confusion.largest(MAX_CLASSES).tables
    return [[[*header], *map(_with_commas, rows)] for header, *rows in tables]


def _with_commas(row: list[str]) -> list[Child]:
    """Return the name of a row, and its figures as people write them."""
    name, *figures = row
    return [name, *(f"{int(n):,}" if n.isdigit() else n for n in figures)]
