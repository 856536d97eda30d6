"""A theory as JSON: its target, counts, notes and clauses as Prolog texts.

A reader of this format, which needs no Prolog, belongs here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fold_cli.theory.prolog_format import body_texts, clause_text, head_text

if TYPE_CHECKING:
    from fold_cli.theory.theory import Counts, Theory


def to_json(theory: Theory) -> str:
    """Return the theory as a JSON object, indented by two spaces."""
    data = {
        "target": str(theory.target),
        "partial": theory.partial,
        "examples": _counts(theory.examples),
        "covered": _counts(theory.covers),
        "notes": list(theory.notes),
        "clauses": [
            {
                "head": head_text(learned.clause),
                "body": body_texts(learned.clause),
                "prolog": clause_text(learned.clause),
                "covers": _counts(learned.covers),
            }
            for learned in theory.clauses
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _counts(counts: Counts | None) -> dict[str, int] | None:
    if counts is None:
        return None
    return {"positives": counts.positives, "negatives": counts.negatives}
