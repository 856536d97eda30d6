"""A theory as JSON: its target, counts, notes and clauses.

A clause has its text as Prolog and its literals as data, as ``rule_data.py`` has them;
a number that JSON cannot hold exactly is a text. ``to_json`` writes it, ``parse_json``
reads it back. The texts of clauses are read by ``files/theories.py``, because reading
Prolog needs Prolog.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fold_cli.theory import schema
from fold_cli.theory.formats.prolog_format import clause_text, head_text
from fold_cli.theory.rule_data import literals_of
from fold_cli.theory.scores import Odds
from fold_cli.theory.theory import Counts
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from fold_cli.theory.terms import Clause
    from fold_cli.theory.theory import Theory

_NOT_AS_WRITTEN = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError),
    RecursionError,
)
"""What reading raises where a text has other data than were written."""


def to_json(theory: Theory) -> str:
    """Return the theory as a JSON object, indented by two spaces."""
    data: dict[str, Any] = {
        "target": str(theory.target),
        "partial": theory.partial,
        "examples": _counts_data(theory.examples),
        "covered": _counts_data(theory.covers),
        "notes": list(theory.notes),
        "clauses": [
            {
                "head": head_text(learned.clause),
                "body": _body_data(learned.clause),
                "prolog": clause_text(learned.clause, theory.operators),
                "covers": _counts_data(learned.covers),
            }
            for learned in theory.clauses
        ],
    }
    if theory.odds:
        data["odds"] = [asdict(each) for each in theory.odds]
    if theory.operators:
        data["operators"] = list(theory.operators)
    if theory.sets_quotes:
        data["sets_quotes"] = True
    if theory.forgets:
        data["forgets"] = True
    if theory.schema:
        data["table"] = schema.to_data(theory.schema)
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _body_data(clause: Clause) -> list[dict[str, Any]]:
    """Return an object for each literal; for a number with two bounds, two."""
    return [
        {name: value for name, value in asdict(literal).items() if value is not None}
        for conditions in literals_of(clause)
        for literal in conditions
    ]


def _counts_data(counts: Counts | None) -> dict[str, int] | None:
    return asdict(counts) if counts else None


@dataclass(frozen=True, slots=True)
class ParsedTheory:
    """What a JSON text says, with target and clauses as Prolog texts."""

    target: str
    clauses: tuple[str, ...]
    covered: tuple[Counts | None, ...]  # by each clause
    attributes: dict[str, Any]  # the others of a theory, by name


def parse_json(text: str) -> ParsedTheory | None:
    """Return what ``to_json`` was given, or None if it did not write this text."""
    try:
        data = json.loads(text)
        clauses = data["clauses"]
        return ParsedTheory(
            target=_text(data["target"]),
            clauses=tuple(_text(clause["prolog"]) for clause in clauses),
            covered=tuple(_counts(clause["covers"]) for clause in clauses),
            attributes={
                "examples": _counts(data["examples"]),
                "covers": _counts(data["covered"]),
                "notes": tuple(map(_line, data["notes"])),
                "partial": bool(data["partial"]),
                "odds": tuple(map(Odds.from_data, data.get("odds", ()))),
                "operators": tuple(map(_line, data.get("operators", ()))),
                "sets_quotes": bool(data.get("sets_quotes", False)),
                "forgets": bool(data.get("forgets", False)),
                "schema": schema.from_data(data["table"]) if "table" in data else None,
            },
        )
    except _NOT_AS_WRITTEN:
        return None


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError("text is expected")
    data.encode()  # raises a ValueError at half a character
    return data


def _line(data: Any) -> str:
    """Return a text that can stand in a comment, which ends with its line."""
    if _text(data) != visible(data):
        raise ValueError("one line is expected")
    return str(data)


def _counts(data: Any) -> Counts | None:
    if data is None:
        return None
    return Counts(int(data["positives"]), int(data["negatives"]))
