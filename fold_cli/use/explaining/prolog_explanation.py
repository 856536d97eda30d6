"""Why an atom holds, or does not, as Prolog decides it.

``fold_explain.pl`` decides how each literal comes out, as a tree in JSON. Here the tree
gets a sentence for each literal, and the clauses of the theory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fold_cli.theory.english.phrases import COMPARISONS
from fold_cli.theory.english.sentences import plain
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.use.explaining.explanation import (
    Attempt,
    Case,
    CitedClause,
    Explanation,
    WordedLiteral,
)

if TYPE_CHECKING:
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Theory


class ExplanationBuilder:
    """Turns the trees that Prolog gives into explanations."""

    def __init__(self, theory: Theory, sentences: Sentences) -> None:
        self._theory, self._sentences = theory, sentences
        self._cited: dict[int, CitedClause] = {}

    def explanation(self, node: Any) -> Explanation:
        """Return the explanation that a tree holds."""
        return Explanation(
            said=WordedLiteral(node["literal"], self._sentence(node, node["holds"])),
            holds=node["holds"],
            how=node["how"],
            rule=self._rule(node.get("rule")),
            because=tuple(map(self.explanation, node.get("because", ()))),
            attempts=tuple(map(self._attempt, node.get("attempts", ()))),
            more=node.get("more", 0),
        )

    def _attempt(self, attempt: Any) -> Attempt:
        cases = tuple(map(self._case, attempt["cases"]))
        return Attempt(self._rule(attempt["rule"]), cases, attempt["more"])

    def _case(self, case: Any) -> Case:
        needed = [case["failing"], *case["remaining"]]
        return Case(
            holding=tuple(map(self.explanation, case["holding"])),
            failing=self.explanation(case["failing"]),
            needs=tuple(WordedLiteral(n["literal"], self._need(n)) for n in needed),
            more=case["more"],
            more_needs=case["more_needs"],
        )

    def _rule(self, rule: Any) -> CitedClause | None:
        if rule is None:
            return None
        file, line, index = rule["file"], rule["line"], rule.get("index")
        if index is None:
            return CitedClause(rule["text"], file, line)
        if index not in self._cited:
            learned = self._theory.clauses[index]
            text = clause_line(learned.clause)
            self._cited[index] = CitedClause(text, file, line, learned.covers)
        return self._cited[index]

    def _need(self, node: Any) -> str:
        """Say what would have to be so."""
        known = self._sentences.say(
            node["name"], node["args"], holds=not node["negated"]
        )
        return known or str(node["literal"])

    def _sentence(self, node: Any, holds: bool) -> str:
        """Say that a literal holds, or that it does not."""
        if node["negated"]:
            holds = not holds
        name, args = node["name"], node["args"]
        if said := self._sentences.say(name, args, holds=holds):
            return said
        is_, does = ("is", "holds") if holds else ("is not", "does not hold")
        if name in COMPARISONS and len(args) == 2:
            return f"{args[0]} {is_} {COMPARISONS[name]} {args[1]}"
        if "size" in node:
            listed = "one" if node["size"] == 1 else str(node["size"])
            return f"{plain(args[0])} {is_} among the {listed} listed"
        atom = node["literal"].removeprefix("\\+ ") if node["negated"] else None
        return f"{atom or node['literal']} {does}"
