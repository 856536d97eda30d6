"""Programs that fit the examples as well as the one that is found.

They are hardly longer and answer otherwise on instances, so more examples are needed to
tell which is meant. Beside those that the search met, these are looked at: the same
recursive clauses with other base cases, and clauses with one literal more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.search.programs.base_choices import BaseChoices, pairs_of_bases
from fold_cli.search.programs.body_listing import LEFT_OUT
from fold_cli.search.programs.clause_neighbours import (
    for_another_part,
    lengthened,
    with_another_call,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fold_cli.coverage.clause_space import PartialBody
    from fold_cli.search.programs.program_search import ProgramSearch
    from fold_cli.search.programs.recursive_program import Program, ProgramText

MAX_RIVALS = 100
"""Programs that are compared by their answers."""

MAX_ALIKE = 20
"""Programs with the same answers that are compared on parts of the background."""

MAX_BASE_LITERALS = 3
"""Literals of base cases that are tried for rivals."""

MAX_RIVAL_INFERENCES = 10_000_000
"""Inferences that may be spent on rivals, also where the budget is used up."""

PART_SHARE = 0.2
"""The share of these that each of the rarer kinds of rivals may take."""

MAX_PART_LITERALS = 6
"""Literals that it may take to call the target for another part of an input."""

T = TypeVar("T")


def with_rivals(search: ProgramSearch, found: Sequence[Program]) -> list[Program]:
    """Return the first program, and those that rival it and answer otherwise."""
    if not found:
        return []
    best, programs = found[0], search.programs
    budget, others = programs.budget, [*found[1:]]
    search.room = max(search.room, best.max_rival_cost)
    for looked_at, share in ((_near, 1.0), (_with_clause_for_base, PART_SHARE)):
        others += _within(search, share, looked_at, best)
    rivals = [
        program
        for program in others
        if program.cost <= best.max_rival_cost
        and not (programs.functional and program.restricts(best))
    ]
    rivals += _within(search, PART_SHARE, _with_another_call, best)
    found = _within(search, 1.0, _different, [best, *rivals]) or [best]
    best, *rivals = found
    if _within(search, PART_SHARE, _rarely_needed, [best]):
        best = best._replace(accidental=True)
    programs.budget = budget
    return [best, *rivals]


def _within(
    search: ProgramSearch,
    share: float,
    looked_at: Callable[[ProgramSearch, T], list[Program]],
    about: T,
) -> list[Program]:
    """Return the programs that are found with a share of what rivals may take."""
    programs = search.programs
    programs.budget = programs.spent + int(MAX_RIVAL_INFERENCES * share)
    try:
        return looked_at(search, about)
    except ProgramLimitError:
        return []


def _near(search: ProgramSearch, program: Program) -> list[Program]:
    """Return programs with other base cases, or one literal more in a clause.

    Those that were run when the program was found are not among them.
    """
    bases = _affordable_bases(search, program)
    if program.bases and not bases:
        return []
    if program.choices.sets:
        functional = search.programs.functional
        none_too = () in program.choices.sets
        choices = pairs_of_bases(bases, search.listing, functional, none_too)
    else:
        choices = BaseChoices.single(bases)
    candidates = [
        (*program.clauses[:at], longer, *program.clauses[at + 1 :])
        for at, clause in enumerate(program.clauses)
        for longer in lengthened(search.listing, clause)
    ]
    if {*bases} <= {*program.choices.bases}:
        size = max((len(base.steps) for base in bases), default=0)
        candidates = [c for c in candidates if not search.has_run(c, size)]
    else:
        candidates.insert(0, program.clauses)
    if not candidates:
        return []
    search.hold(choices)
    return search.complete(candidates)


def _with_another_call(search: ProgramSearch, program: Program) -> list[Program]:
    """Return programs that call the target for another part of an input as well.

    Without outputs, such a call is one more condition, or another clause: that for the
    right branch of a tree beside the left. With outputs, one is made of those of both
    calls. The literals that this takes are not counted.
    """
    if len(program.clauses) != 1 or program.choices.sets:
        return []
    (clause,) = program.clauses
    found: list[Program] = []
    search.room = program.cost + MAX_PART_LITERALS
    both = [(each,) for each in with_another_call(search.listing, clause)]
    if both:
        functional = search.programs.functional
        search.hold(pairs_of_bases([*program.bases], search.listing, functional))
        found += search.complete(both)
    if not search.programs.outputs:
        parts = dict.fromkeys(for_another_part(search.listing, clause))
        search.hold(BaseChoices.single([*program.bases]))
        found += search.complete([(clause, each) for each in parts])
    return found


def _with_clause_for_base(search: ProgramSearch, program: Program) -> list[Program]:
    """Return programs in which a recursive clause stands for one of several base cases.

    The clause calls the target with what the base case has as its output.
    """
    if len(program.bases) < 2 or not program.clauses or program.choices.sets:
        return []
    found: list[Program] = []
    for base in program.bases:
        names = sorted(literal.name for literal in base.literals)
        candidates = [
            (clause, *program.clauses)
            for clause in search.listing.recursive_clauses(len(names) + 1)
            if names == sorted(literal.name for literal in clause.before.literals)
        ]
        others = [other for other in program.bases if other != base]
        search.hold(BaseChoices.single(others))
        found += search.complete(candidates)
    return found


def _affordable_bases(search: ProgramSearch, program: Program) -> list[PartialBody]:
    """Return the base cases that a rival with the same clauses may have."""
    size = max((len(base.steps) for base in program.bases), default=0)
    of_clauses = sum(len(clause.body) + 1 for clause in program.clauses)
    most = program.max_rival_cost - of_clauses - 1
    size = min(size, MAX_BASE_LITERALS, most)
    loose = search.bases(min(size, most - LEFT_OUT), loose=True)
    bases = dict.fromkeys([*search.bases(size, loose=False), *loose])
    return [base for base in bases if search.listing.bodies.cost(base) <= most]


def _different(search: ProgramSearch, programs: Sequence[Program]) -> list[Program]:
    """Return the first program, and those that answer otherwise on instances.

    Where there is one output, a program without some of these is no rival. Of programs
    that cost the same, the one that has outputs for the most instances comes first.
    """
    programs = _each_once(programs)
    if len(programs) < 2:
        return programs
    functional = search.programs.functional
    relates_terms = functional or search.programs.structured
    best, most = programs[0], _outputs(search, programs[0])
    rivals = []
    for program in programs[1:MAX_RIVALS]:
        outputs = _outputs(search, program)
        as_short = (program.cost, program.moved) == (best.cost, best.moved)
        if functional and as_short and outputs.items() > most.items():
            best, most = program, outputs
        rivals.append((program, outputs))
    kept, known, alike = [best], [most, {}], []
    for program, outputs in rivals:
        restricts = functional and outputs.items() <= most.items()
        if outputs not in known and not restricts:
            kept.append(program)
            known.append(outputs)
        elif outputs == most and (program.cost <= best.cost or program.adds_test(best)):
            alike.append(program)
    if len(kept) == 1 and not relates_terms:
        most = _outputs(search, best, "parts")
        for program in alike[:MAX_ALIKE]:
            if _outputs(search, program, "parts") != most:
                return [best, program]
    return kept


def _each_once(programs: Sequence[Program]) -> list[Program]:
    by_text: dict[ProgramText, Program] = {}
    for program in programs:
        by_text.setdefault(program.text, program)
    return [*by_text.values()]


def _outputs(
    search: ProgramSearch,
    program: Program,
    where: Literal["instances", "parts"] = "instances",
) -> dict[int, int]:
    """Return what a program gives on instances."""
    bases = [*program.bases]
    search.hold(BaseChoices(bases, [tuple(range(len(bases)))]))
    return search.programs.outputs_of(program.clauses, where)


def _rarely_needed(search: ProgramSearch, programs: list[Program]) -> list[Program]:
    """Return the programs of which a recursive clause has but one positive."""
    found = []
    for program in (each for each in programs if each.clauses):
        search.hold(BaseChoices([*program.bases], [tuple(range(len(program.bases)))]))
        rests = [
            tuple(other for other in program.clauses if other != clause)
            for clause in program.clauses
        ]
        derived = search.programs.derive(rests, "partly")
        if any(rest and rest.positives.count(0) < 2 for rest in derived):
            found.append(program)
    return found
