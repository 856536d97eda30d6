"""Situations: what is certain and possible in an example, whatever rules are learned.

The atoms that heads allow are left free, and clingo is asked what the models then have
in common: that is certain. Positive examples with one context are first taken to be
about one model; where that cannot be, each has a model of its own.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from fold_cli.errors import InputError
from fold_cli.stable import symbols
from fold_cli.stable.solver import Consequences, used_atoms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fold_cli.stable.cases import Case, Cases, ContextGroup
    from fold_cli.stable.solver import Solver
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode

View: TypeAlias = Literal["joint", "single", "total"]
"""How positive examples are taken for worlds."""

MAX_FREE_ATOMS = 300_000
"""Atoms of heads that may be left free in one context."""


class ImpossibleError(InputError):
    """No rules of the language give a positive example a model."""


@dataclass(frozen=True)
class Situation:
    """The world of one or more positive examples, with the atoms of heads left free."""

    group: ContextGroup
    cases: tuple[Case, ...]
    world: Consequences
    given: frozenset[Atom]  # what the background derives by itself
    free: frozenset[Atom]  # the atoms of heads that examples depend on


class Domains:
    """The terms of each type in one context."""

    def __init__(self, atoms: Iterable[Atom], modes: Sequence[ExpandedMode]) -> None:
        self.terms: dict[str, set[Atom]] = {}
        of_signature: dict[tuple[str, int], list[ExpandedMode]] = {}
        for mode in modes:
            of_signature.setdefault(mode.signature, []).append(mode)
        for atom in atoms:
            for mode in of_signature.get(symbols.signature(atom), ()):
                values = mode.match(atom)
                for kind, value in zip(mode.types, values or (), strict=False):
                    self.terms.setdefault(kind, set()).add(value)

    def count(self, mode: ExpandedMode) -> int:
        """Return how many arguments a mode may have."""
        return math.prod(len(self.terms.get(kind, ())) for kind in mode.types)

    def arguments(self, mode: ExpandedMode) -> list[tuple[Atom, ...]]:
        """Return all tuples of terms for the places of a mode."""
        kinds = [symbols.in_order(self.terms.get(kind, set())) for kind in mode.types]
        return list(itertools.product(*kinds))


def free_atoms(
    cases: Cases,
    group: ContextGroup,
    heads: Sequence[ExpandedMode],
    bodies: Sequence[ExpandedMode],
) -> list[Atom]:
    """Return the atoms with these heads that examples of a context may depend on."""
    known = set(cases.solver(group).atoms)
    named = {a for case in group.cases for a in (*case.inside, *case.outside)}
    domains = Domains(known | named, [*bodies, *heads])
    count = sum(domains.count(mode) for mode in heads)
    if count > MAX_FREE_ATOMS:
        raise InputError(
            f"the heads may be {count} atoms in one context; give their arguments "
            "types of their own",
            cases.task.path,
            heads[0].mode.line,
        )
    texts = [
        mode.atom(list(map(symbols.text, args)))
        for mode in heads
        for args in domains.arguments(mode)
    ]
    if not texts:
        return []
    task, every = cases.task, f"{{ {'; '.join(texts)} }}."
    signatures = frozenset(mode.signature for mode in heads)
    parts = [task.background, group.context, every]
    used = used_atoms(parts, task.path, signatures)
    return sorted(used | {a for a in named if symbols.signature(a) in signatures})


def situations(
    cases: Cases, free: Sequence[Sequence[Atom]], view: View
) -> list[Situation]:
    """Return the situations of all examples, given the free atoms of each context.

    In the view "joint" there is one for all positive examples of a context, where that
    can be; in "single" there is one for each, of what is certain and possible in it; in
    "total" that is the first model.
    """
    result: list[Situation] = []
    for group, atoms in zip(cases.groups, free, strict=True):
        text = f"{{ {'; '.join(map(symbols.text, atoms))} }}." if atoms else ""
        against = [f":- {case.as_body()}." for case in group.negatives]
        solver = cases.solver(group, [text, *against])
        base = cases.solver(group).consequences()
        given = base.certain if base else frozenset()
        for joint in _partition(solver, group.positives, single=view != "joint"):
            inside, outside = united(joint)
            world = solver.consequences(inside, outside)
            if world is None:
                if not joint:
                    continue  # only constraints help
                raise _impossible(cases, group, joint[0], text)
            if view == "total":
                model = solver.model(inside, outside)
                assert model is not None
                world = Consequences(model, model)
            result.append(
                Situation(group, tuple(joint), world, given, frozenset(atoms))
            )
    return result


def united(cases: Sequence[Case]) -> tuple[list[Atom], list[Atom]]:
    """Return the atoms that are in, and those that are out, in any of the cases."""
    inside = sorted({atom for case in cases for atom in case.inside})
    outside = sorted({atom for case in cases for atom in case.outside})
    return inside, outside


def _partition(solver: Solver, cases: list[Case], *, single: bool) -> list[list[Case]]:
    """Return all cases as one if one model may extend them all, else each alone."""
    if not cases or (not single and solver.extends(*united(cases))):
        return [cases]
    return [[case] for case in cases]


def _impossible(
    cases: Cases, group: ContextGroup, case: Case, free: str
) -> ImpossibleError:
    alone = cases.solver(group, [free]).model(case.inside, case.outside)
    why = (
        "every model that extends it extends a negative example, too"
        if alone is not None
        else "no rules with the heads that are allowed give it a stable model"
    )
    return ImpossibleError(f"{case.example}: {why}", cases.task.path, case.example.line)
