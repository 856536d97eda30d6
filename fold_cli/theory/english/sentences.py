"""English sentences for predicates, declared as in s(CASP).

``:- pred bird(X) :: '@(X) is a bird'.`` is the sentence for ``bird/1``;
``:- pred not bird(X) :: '@(X) is no bird'.`` the one for its negation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fold_cli.errors import InputError
from fold_cli.theory.quoting import unquoted
from fold_cli.theory.terms import Predicate
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PLACE = re.compile(r"@\(\s*(\w+)\s*(?::[^)]*)?\)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of one predicate: a template with places such as ``@(X)``."""

    predicate: Predicate
    parameters: tuple[str, ...]
    template: str
    negated: bool = False

    @property
    def places(self) -> list[str]:
        """The parameters that the template mentions."""
        return _PLACE.findall(self.template)

    def fill(self, args: Sequence[str]) -> str:
        """Return the template with the arguments in their places."""
        values = dict(zip(self.parameters, args, strict=True))
        return _PLACE.sub(lambda match: values[match[1]], self.template)


class Sentences:
    """The declared sentences; the last one of a predicate counts."""

    def __init__(self, sentences: Iterable[Sentence] = ()) -> None:
        self._by_predicate = {(s.predicate, s.negated): s for s in sentences}

    def say(self, name: str, args: Sequence[str], *, holds: bool = True) -> str | None:
        """Return the sentence for an atom that holds or not; None without one.

        Where only the opposite is declared, "it is not the case that" or "there is no
        evidence that" comes before it.
        """
        predicate = Predicate(name, len(args))
        words = [unquoted(arg) for arg in args]
        if sentence := self._by_predicate.get((predicate, not holds)):
            return sentence.fill(words)
        sentence = self._by_predicate.get((predicate, holds))
        if sentence is None:
            return None
        opening = "it is not the case" if holds else "there is no evidence"
        return f"{opening} that {sentence.fill(words)}"


def plain(text: str) -> str:
    """Return a constant without Prolog's quotes, where its characters can be shown."""
    words = unquoted(text)
    return words if words == visible(words) else text


def parse_sentence(term: Any, file: str, line: int) -> Sentence:
    """Read the argument of ``pred/1``, as ``fold_json.pl`` writes it."""
    wrong = InputError(
        "a sentence is written like :- pred bird(X) :: '@(X) is a bird'.", file, line
    )
    if term[0] != "f" or term[1] != "::" or len(term[3]) != 2:
        raise wrong
    head, text = term[3]
    negated = head[0] == "f" and head[1] in ("not", "\\+") and len(head[3]) == 1
    if negated:
        head = head[3][0]
    if head[0] not in "af" or text[0] not in "as":
        raise wrong
    args = head[3] if head[0] == "f" else []
    parameters = tuple(arg[1] for arg in args if arg[0] == "v")
    template = text[1] if text[0] == "a" else unquoted(text[1])
    template = visible(re.sub(r"\s", " ", template))
    sentence = Sentence(Predicate(head[2], len(args)), parameters, template, negated)
    _check(sentence, file, line)
    return sentence


def _check(sentence: Sentence, file: str, line: int) -> None:
    """Raise an error unless every place is a parameter, and those are variables."""
    predicate = sentence.predicate
    if len(set(sentence.parameters)) != predicate.arity:
        raise InputError(
            f"the arguments of {predicate} in a sentence must be different variables",
            file,
            line,
        )
    for place in sentence.places:
        if place not in sentence.parameters:
            raise InputError(
                f"@({place}) is no argument of {predicate} in this sentence", file, line
            )
