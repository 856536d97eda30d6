"""Changed labels where a positive example has no model, or a negative one has one.

With the atoms of heads left free, clingo finds the interpretation that differs least
from what the rules derive. Weights say which derived atoms are taken out first: those
that are least like the positives, measured by how many positives are covered by the
bodies that cover the atom.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.stable import symbols
from fold_cli.stable.optimization import best_model
from fold_cli.stable.search.definitions import Targets
from fold_cli.stable.search.situations import united

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from fold_cli.stable.cases import Cases
    from fold_cli.stable.search.definitions import DefinitionLearner, Labels
    from fold_cli.stable.search.rules import Rule
    from fold_cli.stable.search.situations import Situation
    from fold_cli.stable.symbols import Atom

MAX_REMOVAL_WEIGHT = 1000
"""The weight of taking out an atom that every body covers; the least is 1."""


def repaired(
    cases: Cases,
    definer: DefinitionLearner,
    known: Labels,
    rules: Sequence[Rule],
) -> Labels:
    """Return the labels that differ from the known ones, by the wrong examples."""
    text = "\n".join(map(str, rules))
    changed: Labels = {}
    situations = enumerate(definer.situations)
    for _, of_group in itertools.groupby(situations, lambda pair: id(pair[1].group)):
        changed |= _changed(cases, definer, list(of_group), known, text)
    return {key: value for key, value in changed.items() if known.get(key) != value}


def _changed(
    cases: Cases,
    definer: DefinitionLearner,
    numbered: Sequence[tuple[int, Situation]],
    known: Labels,
    rules: str,
) -> Labels:
    """Return the labels that the wrong examples of one context change."""
    group = numbered[0][1].group
    solver = cases.solver(group, [rules])
    wrong = {
        id(case): case.positive
        for case in group.cases
        if solver.extends(case.inside, case.outside) != case.positive
    }
    changed: Labels = {}
    nearest: dict[Hashable, dict[Atom, bool]] = {}  # examples may say the same
    for number, situation in numbered:
        if all(wrong.values()) and not any(id(c) in wrong for c in situation.cases):
            continue
        says = tuple((case.inside, case.outside) for case in situation.cases)
        if says not in nearest:
            world = solver.consequences()
            derived = {
                atom
                for atom in (world.certain if world else ())
                if any(head.match(atom) is not None for head in definer.heads)
            }
            nearest[says] = _nearest(cases, definer, number, derived, known)
        for atom, value in nearest[says].items():
            changed[number, atom] = value
    return changed


def _nearest(
    cases: Cases,
    definer: DefinitionLearner,
    number: int,
    derived: set[Atom],
    known: Labels,
) -> dict[Atom, bool]:
    """Return how the nearest interpretation differs from what is derived."""
    situation = definer.situations[number]
    group = situation.group
    derived = (derived - situation.given) & situation.free
    weights = _weights(definer, number, derived, known)
    atoms = sorted(situation.free)
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
    model = best_model(parts, *united(situation.cases))
    if model is None:
        return {}
    learned = {
        atom
        for atom in model - situation.given
        if any(head.match(atom) is not None for head in definer.heads)
    }
    changed = dict.fromkeys(derived - learned, False)
    return changed | dict.fromkeys(learned - derived, True)


def _weights(
    definer: DefinitionLearner,
    number: int,
    derived: set[Atom],
    known: Labels,
) -> dict[Atom, int]:
    """Return for each derived atom how like the positives of its head it is."""
    weights = dict.fromkeys(derived, MAX_REMOVAL_WEIGHT)
    for head in definer.heads:
        atoms = {
            args: atom for atom in derived if (args := head.match(atom)) is not None
        }
        rows = [
            (at, args)
            for (at, atom), value in known.items()
            if value and (args := head.match(atom)) is not None
        ]
        if not atoms or not rows:
            continue
        weighed = [(number, args) for args in atoms]
        positive = [True] * len(rows) + [False] * len(weighed)
        coverage = definer.coverage(head, Targets([*rows, *weighed], positive), 2)
        shared = dict.fromkeys(range(len(rows), len(positive)), 0)
        total = 0
        for _, covers in coverage.bodies():
            count = bits.count(covers & coverage.positives)
            total += count
            for row in bits.indices(covers & coverage.negatives, coverage.size):
                shared[int(row)] += count
        for at, atom in enumerate(atoms.values(), len(rows)):
            share = shared[at] / max(total, 1)
            weights[atom] = 1 + int((MAX_REMOVAL_WEIGHT - 1) * share)
    return weights
