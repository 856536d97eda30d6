"""Choice rules: for atoms that models have differently, as ``#modeha`` allows them.

A choice needs a body that holds wherever one of its atoms is wanted; the shortest is
taken, and of the shortest that which allows the fewest other atoms. How many atoms of
one choice are wanted together, at least and at most, gives its bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.stable.search.defining import MAX_LITERALS_PER_STEP, Targets
from fold_cli.stable.search.rules import Rule, Writer
from fold_cli.theory.rules import Rule as Default

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fold_cli.stable.search.defining import Definer
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import Atoms

    Known = Mapping[tuple[int, Atom], bool]


class Chooser:
    """Learns choice rules over some situations."""

    def __init__(self, definer: Definer) -> None:
        self.definer, self.limits = definer, definer.limits

    def rules(self, heads: Sequence[Atoms], known: Known) -> Iterator[list[Rule]]:
        """Yield sets of choice rules under which all that is wanted may be chosen.

        Those with bounds come before those without.
        """
        wanted = [head for head in heads if self._wanted(head, known)]
        for groups in self._groupings(wanted, heads):
            found = [self._choice(group, known) for group in groups]
            if all(rule is not None for rule in found):
                rules = [rule for rule in found if rule is not None]
                yield rules
                free = [Rule(r.heads, r.body, (0, len(r.heads))) for r in rules]
                if free != rules:
                    yield free

    def _wanted(self, head: Atoms, known: Known) -> bool:
        return any(
            value and head.match(atom) is not None for (_, atom), value in known.items()
        )

    def _groupings(
        self, wanted: Sequence[Atoms], heads: Sequence[Atoms]
    ) -> Iterator[list[tuple[Atoms, ...]]]:
        """Yield ways to put heads into choices of as many atoms as the task allows."""
        least, most = self.limits.least_heads, self.limits.most_heads
        by_types: dict[tuple[str, ...], list[Atoms]] = {}
        for head in wanted:
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
            yield [(head,) for head in wanted]

    def _choice(self, group: tuple[Atoms, ...], known: Known) -> Rule | None:
        """Return the choice between some heads with the same variables."""
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
        writer = Writer(self.definer.bodies, len(group[0].types), self.definer.names)
        texts = [writer.rules(head, [body])[0] for head in group]
        heads = tuple(dict.fromkeys(text.heads[0] for text in texts))
        counts = self._counts(group, targets, body, known)
        return Rule(heads, texts[0].body, (min(counts), max(counts)))

    def _body(self, head: Atoms, targets: Targets) -> Default | None:
        """Return the shortest body for all that is wanted, and for as little else."""
        if not head.types:
            return Default((), (), bits.empty(len(targets.rows)))
        longest = self.limits.body or MAX_LITERALS_PER_STEP
        for length in range(1, longest + 1):
            coverage = self.definer.coverage(head, targets, length)
            fitting: list[tuple[int, int, int, Default]] = []
            candidates = coverage.refinements((), coverage.positives, 0)
            for block in candidates.blocks:
                for at, step in enumerate(block.steps):
                    covers = block.row(at)
                    if not (coverage.positives & ~covers).any() and self._is_static(
                        step
                    ):
                        key = (len(step), bits.count(covers), at)
                        fitting.append((*key, Default(step, (), covers)))
            if fitting:
                return min(fitting, key=lambda each: each[:3])[3]
        return None

    def _is_static(self, step: Sequence[object]) -> bool:
        """Return whether a body is about nothing that is to be chosen itself."""
        chosen = {head.signature for head in self.definer.heads}
        modes = self.definer.bodies
        return all(modes[int(lit.name)].signature not in chosen for lit in step)  # type: ignore[attr-defined]

    def _counts(
        self, group: tuple[Atoms, ...], targets: Targets, body: Default, known: Known
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
