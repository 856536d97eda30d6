"""A theory as English sentences, each rule followed by its exceptions.

What is said of a clause is in ``wording.py``; here its lines are numbered and indented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.class_list import is_ordered
from fold_cli.theory.english.nouns import capitalised
from fold_cli.theory.english.phrases import counted
from fold_cli.theory.english.wording import Reference, Wording
from fold_cli.theory.formats.header import counts_text
from fold_cli.theory.naming import letter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import LearnedClause, Theory


def to_text(theory: Theory, sentences: Sentences | None = None) -> str:
    """Return a title and a numbered paragraph for each rule of the target."""
    wording = Wording(theory, sentences)
    paragraphs = [
        "\n".join(_rule(wording, learned, f"{number}. ", 0))
        for number, learned in enumerate(wording.rules, 1)
    ]
    for named in wording.named_predicates():
        lines = _listed(wording, named.clauses, 1)
        opening = capitalised(f"{named.text} if:")
        paragraphs.append("\n".join([opening, *lines]))
    return "\n\n".join([title(theory, len(wording.rules)), *paragraphs]) + "\n"


def title(theory: Theory, rules: int) -> str:
    """Return what a theory is, and how much its rules cover, in a paragraph."""
    text = f"{theory.target} has {counted(rules, 'rule')}"
    covers, examples = theory.covers, theory.examples
    if is_ordered(theory) and covers and examples:
        kind = "row" if theory.classes else "object"
        text += (
            "; the first that holds gives the class. They are right about "
            f"{covers.positives} of {counted(examples.positives, kind)}"
        )
    elif covers and examples:
        text += (
            f". {'Together they cover' if rules > 1 else 'It covers'} "
            f"{covers.positives} of {counted(examples.positives, 'positive example')} "
            f"and {covers.negatives} of "
            f"{counted(examples.negatives, 'negative one')}"
        )
    if theory.partial:
        text += ". The search was stopped early"
    return f"{text}."


def _rule(
    wording: Wording, learned: LearnedClause, label: str, depth: int
) -> list[str]:
    """Return the lines of a clause, and indented those of its exceptions."""
    worded = wording.clause(learned, depth)
    count = f" ({counts_text(learned.covers)})" if learned.covers else ""
    ending = ", except if:" if worded.exceptions else "."
    lines = [f"{'   ' * depth}{label}{worded.text}{count}{ending}"]
    return lines + _listed(wording, worded.exceptions, depth + 1)


def _listed(
    wording: Wording, exceptions: Iterable[LearnedClause | Reference], depth: int
) -> list[str]:
    """Return the lines of exceptions, a letter before each."""
    lines: list[str] = []
    for number, other in enumerate(exceptions):
        label = f"{letter(number).lower()}) "
        if isinstance(other, Reference):
            lines.append(f"{'   ' * depth}{label}{other.text}.")
        else:
            lines += _rule(wording, other, label, depth)
    return lines
