"""What the atoms to be learned are in each example, whatever rules derive them.

The atoms that heads allow are left free, and clingo is asked what the models then have
in common: that is certain. Positive examples with one context are first taken to be
about one model; where that cannot be, each has a model of its own.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.stable import symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.stable.cases import Case, Cases, Group
    from fold_cli.stable.judge import Consequences, Grounded
    from fold_cli.stable.language import Atoms
    from fold_cli.stable.symbols import Atom

MAX_FREE_ATOMS = 300_000
"""Atoms of heads that may be left free in one context."""


@dataclass(frozen=True)
class Situation:
    """A world that some examples describe: what is so with the learned atoms free."""

    group: Group
    cases: tuple[Case, ...]
    world: Consequences
    given: frozenset[Atom]  # what the background derives by itself


class Domains:
    """The terms of each type in one context."""

    def __init__(self, atoms: Iterable[Atom], modes: Sequence[Atoms]) -> None:
        self.terms: dict[str, set[Atom]] = {}
        for atom in atoms:
            for mode in modes:
                values = mode.match(atom)
                for kind, value in zip(mode.types, values or (), strict=False):
                    self.terms.setdefault(kind, set()).add(value)

    def arguments(self, mode: Atoms) -> list[tuple[Atom, ...]]:
        """Return all that may stand in the places of a mode."""
        kinds = [symbols.in_order(self.terms.get(kind, set())) for kind in mode.types]
        return list(itertools.product(*kinds))


def free_atoms(
    cases: Cases, group: Group, heads: Sequence[Atoms], bodies: Sequence[Atoms]
) -> list[str]:
    """Return the atoms that rules with these heads might derive in a context."""
    known = set(cases.grounded(group).atoms)
    for case in group.cases:
        known |= {*case.inside, *case.outside}
    domains = Domains(known, [*bodies, *heads])
    atoms = {
        mode.atom(list(map(symbols.text, args))): None
        for mode in heads
        for args in domains.arguments(mode)
    }
    if len(atoms) > MAX_FREE_ATOMS:
        first = heads[0].mode.line
        raise InputError(
            f"the heads may be {len(atoms)} atoms in one context; give their arguments "
            "types of their own",
            cases.task.path,
            first,
        )
    return list(atoms)


def situations(
    cases: Cases, heads: Sequence[Atoms], bodies: Sequence[Atoms], *, single: bool
) -> list[Situation]:
    """Return the situations of all examples; with ``single`` one for each, always."""
    found: list[Situation] = []
    for group in cases.groups:
        atoms = free_atoms(cases, group, heads, bodies)
        text = f"{{ {'; '.join(atoms)} }}." if atoms else ""
        against = [f":- {case.as_body()}." for case in group.negatives]
        grounded = cases.grounded(group, [text, *against])
        base = cases.grounded(group).consequences()
        given = base.certain if base else frozenset()
        for some in _together(grounded, group.positives, single=single):
            inside, outside = _atoms(some)
            world = grounded.consequences(inside, outside)
            if world is None:
                if not some:
                    continue  # only constraints help
                raise _impossible(cases, group, some[0], text)
            found.append(Situation(group, tuple(some), world, given))
    return found


def _atoms(cases: Sequence[Case]) -> tuple[list[Atom], list[Atom]]:
    inside = sorted({atom for case in cases for atom in case.inside})
    outside = sorted({atom for case in cases for atom in case.outside})
    return inside, outside


def _together(
    grounded: Grounded, cases: list[Case], *, single: bool
) -> list[list[Case]]:
    """Return all cases as one if one model may extend them all, else each alone."""
    if not cases or (not single and grounded.model(*_atoms(cases)) is not None):
        return [cases]
    return [[case] for case in cases]


def _impossible(cases: Cases, group: Group, case: Case, free: str) -> InputError:
    alone = cases.grounded(group, [free]).model(case.inside, case.outside)
    why = (
        "every model that extends it extends a negative example, too"
        if alone is not None
        else "no rules with the heads that are allowed give it a stable model"
    )
    return InputError(f"{case.example}: {why}", cases.task.path, case.example.line)
