"""Definitions: normal rules, learned from what is certain about their heads in worlds.

An atom that is certain in a situation, and that the background does not derive, is a
positive example of its predicate; one that is impossible is a negative example. Other
atoms of the world, those to be learned as well, may stand in bodies: so rules may call
each other, also through negation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.stable import symbols
from fold_cli.stable.search.rules import RuleWriter, size
from fold_cli.stable.search.situations import Domains
from fold_cli.stable.search.world_coverage import WorldCoverage
from fold_cli.stable.search.worlds import Worlds
from fold_cli.theory.terms import Literal, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.stable.search.rules import FreshNames, Rule
    from fold_cli.stable.search.situations import Situation
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.stable.tasks.task import Limits

MAX_LITERALS_PER_STEP = 4
"""Literals of a body that are added in one step, where the task has no limit."""

Labels: TypeAlias = "dict[tuple[int, Atom], bool]"
"""Whether an atom is to be true, by the number of the situation and the atom."""


@dataclass(frozen=True)
class Targets:
    """The examples of one head: arguments in situations, and which are positive."""

    rows: list[tuple[int, tuple[Atom, ...]]]
    positive: list[bool]


def labels(situations: Sequence[Situation], heads: Sequence[ExpandedMode]) -> Labels:
    """Return the atoms of heads that are certain in each situation, as positives."""
    certain: Labels = {}
    signatures = {mode.signature for mode in heads}
    for number, situation in enumerate(situations):
        for atom in situation.world.certain - situation.given:
            if symbols.signature(atom) in signatures:
                certain[number, atom] = True
    return certain


class DefinitionLearner:
    """Learns definitions from situations."""

    def __init__(
        self,
        situations: Sequence[Situation],
        heads: Sequence[ExpandedMode],
        bodies: Sequence[ExpandedMode],
        limits: Limits,
        names: FreshNames,
    ) -> None:
        self.situations, self.heads, self.bodies = situations, heads, bodies
        self.limits, self.names = limits, names
        worlds = [situation.world for situation in situations]
        self.domains = [
            Domains(s.world.possible | s.free, [*bodies, *heads]) for s in situations
        ]
        terms = {t for d in self.domains for terms in d.terms.values() for t in terms}
        self.worlds = Worlds(worlds, bodies, terms)

    def targets(self, head: ExpandedMode, known: Labels) -> Targets:
        """Return the examples of a head; ``known`` has what is known beyond worlds."""
        rows: list[tuple[int, tuple[Atom, ...]]] = []
        positive: list[bool] = []
        known_at: dict[int, dict[tuple[Atom, ...], bool]] = {}
        for (at, atom), value in known.items():
            if (args := head.match(atom)) is not None:
                known_at.setdefault(at, {})[args] = value
        for number, situation in enumerate(self.situations):
            impossible = {
                args
                for a in situation.free - situation.world.possible
                if (args := head.match(a)) is not None
            }
            wanted = dict.fromkeys(impossible, False) | known_at.get(number, {})
            for args in sorted(wanted):
                rows.append((number, args))
                positive.append(wanted[args])
        return Targets(rows, positive)

    def coverage(
        self, head: ExpandedMode, targets: Targets, length: int
    ) -> WorldCoverage:
        """Return the coverage of bodies for a head."""
        return WorldCoverage(
            self.worlds,
            self.bodies,
            targets.rows,
            targets.positive,
            head.types,
            length=length,
            max_variables=self.limits.variables,
            forbidden=self._head_literals(head),
        )

    def calls_heads(self, body: Sequence[Literal]) -> bool:
        """Return whether a body has an atom of a predicate that is learned."""
        signatures = {head.signature for head in self.heads}
        return any(self.bodies[int(lit.name)].signature in signatures for lit in body)

    def _head_literals(self, head: ExpandedMode) -> frozenset[Literal]:
        """Return the head itself as a literal, and its negation."""
        args = tuple(Var(at) for at in range(1, len(head.types) + 1))
        return frozenset(
            Literal(str(number), args, negated)
            for number, mode in enumerate(self.bodies)
            if mode.template == head.template
            for negated in (False, True)
        )

    def rules(self, head: ExpandedMode, known: Labels) -> list[Rule] | None:
        """Return rules that derive what is wanted of a head; None if none are found."""
        targets = self.targets(head, known)
        if not any(targets.positive):
            return []
        best: list[Rule] | None = None
        longest = self.limits.body or MAX_LITERALS_PER_STEP
        for exceptions in (False, True):
            for length in range(1, longest + 1):
                if best is not None and length + 1 >= size(best):
                    break
                found = self._learned(head, targets, length, exceptions=exceptions)
                if found is not None and (best is None or size(found) < size(best)):
                    best = found
        return best

    def _learned(
        self, head: ExpandedMode, targets: Targets, length: int, *, exceptions: bool
    ) -> list[Rule] | None:
        coverage = self.coverage(head, targets, length)
        bound = (False, *(True for _ in head.types))
        depth = None if exceptions else 0
        options = Options(must_bind=bound, max_exception_depth=depth)
        rules = Learner(coverage, options).learn()
        is_fact = not head.types and all(targets.positive)
        if not is_fact and any(rule.lists_examples for rule in rules):
            return None
        return RuleWriter(self.bodies, len(head.types), self.names).rules(head, rules)
