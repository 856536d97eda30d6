"""Why little or nothing was learned, and what to try: a line or two for the user.

The facts come from the finished rules and from one more look at the candidates, for the
examples that no rule explains. With noise, ``weak_signal`` searches for one more rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.examples import Examples
from fold_cli.search.nodes.tree import SearchTree
from fold_cli.theory.terms import Member, Predicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule

MAX_NAMED_PREDICATES = 6
"""Predicates that a line names; of more it gives the number."""

MAX_NAMED_EXAMPLES = 3
"""Examples that a line names."""

MAX_COMPARED_EXAMPLES = 10_000
"""Examples of one kind whose arguments are compared with each other."""

MIN_COVERED_SHARE = 0.5
"""The share of the positives below which a theory that allows for noise covers few."""

MIN_SINGLE_RULES = 3
"""Rules for one positive example each from which on they are taken for a list."""

NO_MORE_RULES = "there may be no more rules than --max-clauses says"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was learned, and from what; its lines are those about the exact search."""

    coverage: Coverage
    options: Options
    rules: Sequence[Rule]
    target: Predicate
    considered: Sequence[Predicate]  # those that might have stood in a body
    with_names: str = ""  # a literal with a new variable, as the mode that names it
    equality: str = ""  # of arguments of the head, as a mode that rules might use
    has_modes: bool = False  # whether files declare which predicates are considered
    is_table: bool = False

    def lines(self) -> list[str]:
        """Return the lines to tell, none where rules were found for most examples."""
        return [*self._enumeration(), *self._listed_exceptions(), *self._one_by_one()]

    def _enumeration(self) -> list[str]:
        """Say how many examples are enumerated, and why no rule covers them."""
        listed = [rule for rule in self.rules if rule.enumerates]
        if not listed:
            return []
        positives = self.coverage.positives
        pos = bits.union([rule.covers for rule in listed], positives)
        count = (
            f"no rule was found for {bits.count(pos)} of {bits.count(positives)} "
            "positive examples; they are enumerated"
        )
        if self.options.max_clauses == len(self.rules) - len(listed):
            return [count, NO_MORE_RULES]
        if len(listed) == len(self.rules):
            hint = _number_hint(listed, self.target)
            if hint:
                return [count, hint]
        unknown = self.undescribed(pos)
        if unknown is None:
            return [count, self._no_rule(pos)]
        known = pos & ~unknown
        others = [self._no_rule(pos)] if bits.count(known) else []
        return [count, self.unknown(unknown), *others]

    def _no_rule(self, pos: Bits) -> str:
        """Say why no rule covers some positives."""
        root = SearchTree(self.coverage, self.options).root(0)
        best = root.best(pos, self.coverage.negatives)
        if not self.considered:
            return (
                "no predicate can be used (see fold modes); are the names in the "
                "examples those of the background?"
            )
        if best is None:
            return (
                f"no literal of {self.names} holds of them more often than of the "
                f"negative examples; {self.more_predicates()}"
            )
        return (
            f"literals of {self.names} tell them from some negative examples, but no "
            f"rule was found that tells them from all; {self._more_rules()}"
        )

    def more_predicates(self) -> str:
        """Advise on what else might tell examples apart."""
        described = "columns" if self.is_table else "predicates"
        advice = f"describe the examples by more {described}"
        if self.has_modes:
            advice += ", or let the modes allow others than these"
        if self.with_names:
            advice += f", or let rules name objects: a mode {self.with_names}"
        if self.with_names and self.options.lookahead == 1:
            advice = f"try --lookahead 2, {advice}"
        return advice

    def _more_rules(self) -> str:
        """Advise on which other rules to look for."""
        limits = {
            "--max-literals": self.options.max_literals,
            "--max-exception-depth": self.options.max_exception_depth,
        }
        bounds = [name for name, limit in limits.items() if limit is not None]
        advice = "if examples may be wrong, try --noise"
        if self.equality and self._has_equal_arguments():
            others = "" if self.has_modes else " beside those that fold modes prints"
            compare = f"let rules compare arguments, by a mode {self.equality}{others}"
            advice = f"{compare}; {advice}"
        if bounds:
            return f"allow longer rules, {' and '.join(bounds)}; {advice}"
        return advice

    def _has_equal_arguments(self) -> bool:
        """Return whether a negative has two equal arguments, and no positive has."""
        kinds = self.coverage.negatives, self.coverage.positives
        if max(map(bits.count, kinds)) > MAX_COMPARED_EXAMPLES:
            return False
        negative, positive = (
            any(len({*row}) < len(row) for row in self.coverage.member(kind).rows)
            for kind in kinds
        )
        return negative and not positive

    def _listed_exceptions(self) -> list[str]:
        """Say how many negatives are enumerated, as exceptions of rules."""
        listed = [e for rule in self.rules for e in rule.exceptions if e.enumerates]
        negatives = self.coverage.negatives
        neg = negatives & bits.union([e.covers for e in listed], negatives)
        if not neg.any():
            return []
        return [
            f"no rule was found for {bits.count(neg)} of {bits.count(negatives)} "
            "negative examples that are exceptions; they are enumerated"
        ]

    def _one_by_one(self) -> list[str]:
        """Say that most positives have a rule each, which lists them in other words."""
        positives = self.coverage.positives
        counts = [bits.count(rule.covers & positives) for rule in self.rules]
        single = [r for r, n in zip(self.rules, counts, strict=True) if n == 1]
        single = [rule for rule in single if not rule.enumerates]
        half = MIN_COVERED_SHARE * bits.count(positives)
        if len(single) < MIN_SINGLE_RULES or len(single) <= half:
            return []
        atoms = [rule.body[0].atom for rule in single if rule.body]
        names = {str(atom.predicate) if atom else "" for atom in atoms}
        without = f"leave out {names.pop()}, or " if len(names) == 1 else ""
        return [
            f"{len(single)} of {len(self.rules)} rules cover one positive example "
            f"each, so they list examples rather than describe them; {without}try "
            "--noise"
        ]

    def undescribed(self, pos: Bits) -> Bits | None:
        """Return the examples of which no literal holds; None without one.

        Rows of a table whose cells are all empty are not meant.
        """
        if not self.target.arity or not self.considered:
            return None
        if self.coverage.described(()) is not None:
            return None
        every = self.coverage.positives | self.coverage.negatives
        candidates = self.coverage.refinements((), every, 0)
        for block in candidates.blocks:
            for at in block.counts(Examples(pos, self.coverage.size)).nonzero()[0]:
                pos = pos & ~block.row(int(at))
        for column in candidates.columns:
            pos = pos & ~bits.pack(column.low > 0)
        return pos if bits.count(pos) else None

    def unknown(self, pos: Bits) -> str:
        """Say that nothing describes some examples."""
        rows = self.coverage.member(pos).rows
        texts = [", ".join(arg.text for arg in row) for row in rows]
        atoms = [f"{self.target.name}({text})" for text in texts[:MAX_NAMED_EXAMPLES]]
        more = len(rows) - len(atoms)
        named = ", ".join(atoms) + f" and {more} more" * (more > 0)
        if self.has_modes:
            return (
                f"no literal of {self.names} holds of what {named} names; are the "
                "names spelled as in the background, and do the modes allow what "
                "describes it?"
            )
        return (
            f"the background says nothing about what {named} names: no literal of "
            f"{self.names} holds of it; are the names spelled as there?"
        )

    @property
    def names(self) -> str:
        """The predicates that were considered, or how many."""
        names = list(dict.fromkeys(map(str, self.considered)))
        if len(names) > MAX_NAMED_PREDICATES:
            return f"{len(names)} predicates"
        return " or ".join(names) or "any predicate"


def _number_hint(listed: Sequence[Rule], target: Predicate) -> str | None:
    """Say how thresholds are asked for, where the examples' arguments are numbers."""
    rows = [
        row for r in listed for m in r.body if isinstance(m, Member) for row in m.rows
    ]
    number = re.compile(r"-?\d+(\.\d+([eE][-+]?\d+)?)?")
    types = [
        "number" if all(number.fullmatch(row[at].text) for row in rows) else "object"
        for at in range(target.arity)
    ]
    if len(rows) < 2 or "number" not in types:
        return None
    mode = f"{target.name}({', '.join(f'+{type_}' for type_ in types)})"
    return (
        "the numbers in the examples are taken for names; where modes declare "
        f"modeh(1, {mode}), thresholds on them are tried"
    )
