"""Choice rules: for atoms that models have differently, as ``#modeha`` allows them.

A choice needs a body that holds wherever one of its atoms is wanted; the shortest is
taken, and of the shortest that which allows the fewest other atoms. How many atoms of
one choice are wanted together, at least and at most, gives its bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.stable.search.definitions import MAX_LITERALS_PER_STEP, Targets
from fold_cli.stable.search.rules import Rule, RuleWriter
from fold_cli.theory.rules import Rule as Default

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.search.definitions import DefinitionLearner, Labels
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode


class ChoiceLearner:
    """Learns choice rules from the atoms wanted in situations."""

    def __init__(self, definer: DefinitionLearner) -> None:
        self.definer, self.limits = definer, definer.limits

    def rules(
        self, heads: Sequence[ExpandedMode], known: Labels
    ) -> Iterator[list[Rule]]:
        """Yield sets of choice rules under which all that is wanted may be chosen.

        Those with bounds come before those without.
        """
        wanted = [head for head in heads if self._wanted(head, known)]
        for groups in self._groupings(wanted, heads):
            choices = [self._choice(group, known) for group in groups]
            rules = [rule for rule in choices if rule is not None]
            if len(rules) == len(choices):
                yield rules
                free = [Rule(r.heads, r.body, (0, len(r.heads))) for r in rules]
                if free != rules:
                    yield free

    def _wanted(self, head: ExpandedMode, known: Labels) -> bool:
        return any(
            value and head.match(atom) is not None for (_, atom), value in known.items()
        )

    def _groupings(
        self, needed: Sequence[ExpandedMode], heads: Sequence[ExpandedMode]
    ) -> Iterator[list[tuple[ExpandedMode, ...]]]:
        """Yield ways to put heads into choices of as many atoms as the task allows."""
        least, most = self.limits.least_heads, self.limits.most_heads
        by_types: dict[tuple[str, ...], list[ExpandedMode]] = {}
        for head in needed:
            by_types.setdefault(head.types, []).append(head)
        groups = []
        for types, members in by_types.items():
            others = [h for h in heads if h.types == types and h not in members]
            members = [*members, *others[: max(0, least - len(members))]]
            count = most or len(members)
            groups += [
                tuple(members[i : i + count]) for i in range(0, len(members), count)
            ]
        if all(len(group) >= least for group in groups):
            yield groups
        if least == 1 and any(len(group) > 1 for group in groups):
            yield [(head,) for head in needed]

    def _choice(self, group: tuple[ExpandedMode, ...], known: Labels) -> Rule | None:
        """Return the choice between heads with the same variables."""
        rows: dict[tuple[int, tuple[Atom, ...]], bool] = {}
        for head in group:
            for number in range(len(self.definer.situations)):
                for args in self.definer.domains[number].arguments(head):
                    rows.setdefault((number, args), False)
            for (number, atom), value in known.items():
                wanted = head.match(atom)
                if value and wanted is not None:
                    rows[number, wanted] = True
        targets = Targets(list(rows), list(rows.values()))
        body = self._body(group[0], targets)
        if body is None:
            return None
        writer = RuleWriter(
            self.definer.bodies, len(group[0].types), self.definer.names
        )
        texts = [writer.rules(head, [body])[0] for head in group]
        heads = tuple(dict.fromkeys(text.heads[0] for text in texts))
        counts = self._counts(group, targets, body, known)
        return Rule(heads, texts[0].body, (min(counts), max(counts)))

    def _body(self, head: ExpandedMode, targets: Targets) -> Default | None:
        """Return the shortest body that covers all positives, and fewest negatives."""
        if not head.types:
            return Default((), (), bits.empty(len(targets.rows)))
        longest = self.limits.body or MAX_LITERALS_PER_STEP
        for length in range(1, longest + 1):
            coverage = self.definer.coverage(head, targets, length)
            fitting = [
                Default(body, (), covers)
                for body, covers in coverage.bodies()
                if not (coverage.positives & ~covers).any()
                and not self.definer.calls_heads(body)
            ]
            if fitting:
                return min(fitting, key=lambda r: (len(r.body), bits.count(r.covers)))
        return None

    def _counts(
        self,
        group: tuple[ExpandedMode, ...],
        targets: Targets,
        body: Default,
        known: Labels,
    ) -> list[int]:
        """Return how many atoms of a choice are wanted, wherever its body holds."""
        wanted = {key for key, value in known.items() if value}
        matches = {
            (number, head_at, args)
            for number, atom in wanted
            for head_at, head in enumerate(group)
            if (args := head.match(atom)) is not None
        }
        size = len(targets.rows)
        rows = (
            range(size) if not body.body else bits.indices(body.covers, size).tolist()
        )
        return [
            sum((number, at, args) in matches for at in range(len(group)))
            for number, args in (targets.rows[row] for row in rows)
        ] or [0]
