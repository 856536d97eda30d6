"""What is to be otherwise where a positive example has no model.

With the atoms of heads left free, the interpretation is looked for that differs least
from what the rules derive. An atom that is unlike those that are wanted is taken out
before one that is like them: what tells them is how many of the wanted atoms the bodies
cover that cover it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.stable import symbols
from fold_cli.stable.optimum import best_model
from fold_cli.stable.search.defining import Targets
from fold_cli.stable.search.situations import free_atoms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fold_cli.stable.cases import Case, Cases
    from fold_cli.stable.search.defining import Definer, Labels
    from fold_cli.stable.search.rules import Rule
    from fold_cli.stable.search.situations import Situation
    from fold_cli.stable.symbols import Atom

MAX_REMOVAL_WEIGHT = 1000
"""The weight of taking out an atom that is like all that are wanted."""


def repaired(
    cases: Cases,
    definer: Definer,
    known: Mapping[tuple[int, Atom], bool],
    rules: Sequence[Rule],
) -> Labels:
    """Return what more is known about atoms, from the examples that are wrong."""
    text = "\n".join(map(str, rules))
    found: Labels = {}
    for number, situation in enumerate(definer.situations):
        grounded = cases.grounded(situation.group, [text])
        wrong = [
            case
            for case in situation.cases
            if not grounded.extends(case.inside, case.outside)
        ]
        bad = [
            case
            for case in situation.group.negatives
            if grounded.extends(case.inside, case.outside)
        ]
        if not wrong and not bad:
            continue
        world = grounded.consequences()
        derived = {
            atom
            for atom in (world.certain if world else ())
            if any(head.match(atom) is not None for head in definer.heads)
        }
        found |= _nearest(cases, definer, number, derived, known)
    return {key: value for key, value in found.items() if known.get(key) != value}


def _nearest(
    cases: Cases,
    definer: Definer,
    number: int,
    derived: set[Atom],
    known: Mapping[tuple[int, Atom], bool],
) -> Labels:
    """Return how the nearest interpretation differs from what is derived."""
    situation = definer.situations[number]
    group = situation.group
    derived = (derived - situation.given) & situation.free
    weights = _weights(definer, number, derived, known)
    atoms = free_atoms(cases, group, definer.heads, definer.bodies)
    lines = [f"{{ {'; '.join(map(symbols.text, atoms))} }}."]
    lines += [f":- {case.as_body()}." for case in group.negatives]
    lines += [
        f":~ not {symbols.text(atom)}. [{weights[atom]}, {symbols.text(atom)}]"
        for atom in sorted(derived)
    ]
    lines += [
        f":~ {symbols.text(atom)}. [{MAX_REMOVAL_WEIGHT}, {symbols.text(atom)}]"
        for atom in atoms
        if atom not in derived
    ]
    parts = [cases.task.background, group.context, *lines]
    inside, outside = _extended(situation)
    model = best_model(parts, inside, outside)
    if model is None:
        return {}
    learned = {
        atom
        for atom in model - situation.given
        if any(head.match(atom) is not None for head in definer.heads)
    }
    changed: Labels = {(number, atom): False for atom in derived - learned}
    changed |= {(number, atom): True for atom in learned - derived}
    return changed


def _extended(situation: Situation) -> tuple[list[Atom], list[Atom]]:
    cases: tuple[Case, ...] = situation.cases
    inside = sorted({atom for case in cases for atom in case.inside})
    return inside, sorted({atom for case in cases for atom in case.outside})


def _weights(
    definer: Definer,
    number: int,
    derived: set[Atom],
    known: Mapping[tuple[int, Atom], bool],
) -> dict[Atom, int]:
    """Return for each derived atom how like it is to those that are wanted."""
    weights = dict.fromkeys(derived, MAX_REMOVAL_WEIGHT)
    for head in definer.heads:
        own = {args: atom for atom in derived if (args := head.match(atom)) is not None}
        rows = [
            (at, args)
            for (at, atom), value in known.items()
            if value and (args := head.match(atom)) is not None
        ]
        if not own or not rows:
            continue
        asked = [(number, args) for args in own]
        targets = Targets([*rows, *asked], [True] * len(rows) + [False] * len(asked))
        coverage = definer.coverage(head, targets, 2)
        total = dict.fromkeys(range(len(rows), len(rows) + len(asked)), 0)
        every = 0
        for block in coverage.refinements((), coverage.positives, 0).blocks:
            for at in range(len(block.steps)):
                covers = block.row(at)
                count = bits.count(covers & coverage.positives)
                every += count
                for row in bits.indices(covers & coverage.negatives, coverage.size):
                    total[int(row)] += count
        for at, args in enumerate(own):
            share = total[len(rows) + at] / max(every, 1)
            weights[own[args]] = 1 + int((MAX_REMOVAL_WEIGHT - 1) * share)
    return weights
