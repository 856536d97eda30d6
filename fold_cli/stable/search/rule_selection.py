"""The smallest definitions: rules chosen together, not one after the other.

Where examples say only that some atoms are not all true, or that one of them is, no
single atom is known to be right or wrong, and the greedy search has nothing to go by.
Here clingo chooses among the bodies that the search finds the rules with the fewest
literals. Each choice is verified in every situation; where an example has no model, the
atoms of an unsatisfiable core become a clause that later choices satisfy. The
predicates of the heads are not used in bodies.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fold_cli import bits
from fold_cli.stable import symbols
from fold_cli.stable.optimization import SWITCH, FreeProgram, best_choice, switch
from fold_cli.stable.search.definitions import Targets
from fold_cli.stable.search.rules import Rule, RuleWriter
from fold_cli.stable.search.situations import united
from fold_cli.theory.rules import Rule as Default

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.stable.cases import Cases, ContextGroup
    from fold_cli.stable.search.definitions import DefinitionLearner
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode

MAX_ROUNDS = 200
"""Choices that are verified."""

MAX_RULES = 3000
"""Candidate rules of one head, the shortest ones."""


@dataclass(frozen=True)
class Candidate:
    """A rule, and the atoms that it derives in situations."""

    rule: Rule
    derives: frozenset[tuple[int, Atom]]


class FixedProgram(NamedTuple):
    """The program of a context, and what the examples of a situation fix in it."""

    group: ContextGroup
    program: FreeProgram
    fixed: tuple[int, ...] | None


def selections(
    cases: Cases,
    definer: DefinitionLearner,
    known: dict[tuple[str, ...], FreeProgram],
) -> Iterator[list[Rule]]:
    """Yield the smallest rules under which every situation is as its examples say.

    Those of short bodies come first. ``known`` are programs by their text.
    """
    programs: list[FixedProgram] = []
    for situation in definer.situations:
        if not programs or programs[-1].group is not situation.group:
            parts = [cases.task.background, situation.group.context]
            free = ";".join(map(symbols.text, sorted(situation.free)))
            parts += [f"{{{free}}}."] if free else []
            parts += [f":- {case.as_body()}." for case in situation.group.negatives]
            program = known.get(tuple(parts)) or FreeProgram(parts, situation.free)
            known[tuple(parts)] = program
        fixed = program.assumed(*united(situation.cases))
        programs.append(FixedProgram(situation.group, program, fixed))
    for length in (2, 3):
        rules = _selected(programs, definer, length)
        if rules is not None:
            yield rules


def _selected(
    programs: Sequence[FixedProgram], definer: DefinitionLearner, length: int
) -> list[Rule] | None:
    """Return the smallest rules with bodies of at most some length."""
    pool = [c for head in definer.heads for c in _candidates(definer, head, length)]
    lines = list(_choices(pool))
    for _ in range(MAX_ROUNDS):
        chosen = best_choice(lines)
        if chosen is None:
            return None
        rules = [pool[at] for at in chosen]
        clauses = list(_conflicts(programs, rules))
        if not clauses:
            return [candidate.rule for candidate in rules]
        lines += clauses
    return None


def _candidates(
    definer: DefinitionLearner, head: ExpandedMode, length: int
) -> Iterator[Candidate]:
    """Yield the rules of a head that differ in what they derive."""
    rows: dict[tuple[int, tuple[Atom, ...]], Atom] = {}
    for number, situation in enumerate(definer.situations):
        for atom in sorted(situation.free):
            args = head.match(atom)
            if args is not None:
                rows[number, args] = atom
    if not rows:
        return
    keys = list(rows)
    coverage = definer.coverage(head, Targets(keys, [True] * len(keys)), length)
    writer = RuleWriter(definer.bodies, len(head.types), definer.names)
    if not head.types:
        atoms = frozenset((number, rows[number, args]) for number, args in keys)
        yield Candidate(Rule((head.atom([]),)), atoms)
    bodies = (pair for pair in coverage.bodies() if not definer.calls_heads(pair[0]))
    for body, covers in islice(bodies, MAX_RULES):
        derived = (keys[row] for row in bits.indices(covers, coverage.size))
        (rule,) = writer.rules(head, [Default(body, (), covers)])
        yield Candidate(rule, frozenset((key[0], rows[key]) for key in derived))


def _choices(pool: Sequence[Candidate]) -> Iterator[str]:
    """Yield the program that chooses rules, and what they derive."""
    for at, candidate in enumerate(pool):
        yield switch(at, candidate.rule.size)
        for number, atom in sorted(candidate.derives):
            yield f"on({number},{atom}) :- {SWITCH}({at})."


def _conflicts(
    programs: Sequence[FixedProgram], rules: Sequence[Candidate]
) -> Iterator[str]:
    """Yield a clause for each situation that rules get wrong."""
    derived: dict[int, set[Atom]] = {}
    for number, atom in (key for candidate in rules for key in candidate.derives):
        derived.setdefault(number, set()).add(atom)
    for number, (_, program, fixed) in enumerate(programs):
        true = frozenset(derived.get(number, ()))
        core = program.core(fixed, true)
        if core is not None:
            body = [
                f"on({number},{a})" if a in true else f"not on({number},{a})"
                for a in core
            ]
            yield f":- {', '.join(body) or '#true'}."
