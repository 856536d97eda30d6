"""What examples leave open about a program, or about rules that are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.search import tidy
from fold_cli.search.doubt import Doubt, Reason
from fold_cli.search.programs.program_rivals import with_rivals
from fold_cli.search.programs.program_search import ProgramSearch
from fold_cli.search.programs.program_stages import NEGATING_STAGES, SHORT_STAGES
from fold_cli.search.programs.rule_programs import as_program
from fold_cli.search.rule_doubts import FEW_POSITIVES, relates_inputs
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import negated_late

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.programs import Programs
    from fold_cli.search.programs.recursive_program import Program

MAX_BESIDE_INFERENCES = 6_000_000
"""Inferences in which programs are looked for that are as short as rules."""


def program_rules(program: Program, arity: int, pos: Bits) -> list[Rule]:
    """Return the rules of a program, with variables numbered without gaps.

    What each covers is not known before it is run; all positives stand for it.
    """
    bodies = [base.literals for base in program.bases]
    bodies += [clause.body for clause in program.clauses]
    return [
        Rule(tidy.renumbered(negated_late(body), arity), (), pos) for body in bodies
    ]


def program_doubts(
    found: Sequence[Program], programs: Programs, one_output: bool, pos: Bits
) -> Iterator[Doubt]:
    """Yield what the examples leave open about the first of the shortest programs.

    ``one_output`` is whether the positives have one output each.
    """
    best, *others = found
    arity = programs.target.arity
    plain = not (programs.functional or programs.structured)
    rules = program_rules(best, arity, pos)
    if others:
        yield Doubt(Reason.RIVALS, len(others), program_rules(others[0], arity, pos))
    if one_output and best.ambiguous:
        yield Doubt(Reason.SEVERAL_OUTPUTS)
    if best.accidental:
        yield Doubt(Reason.RARE_CASES)
    elif plain and not all(relates_inputs(rule, arity) for rule in rules):
        yield Doubt(Reason.UNRELATED_INPUTS)
    elif not best.clauses and not others and bits.count(pos) < FEW_POSITIVES:
        yield Doubt(Reason.NO_RECURSION)


def doubts_beside(
    rules: Sequence[Rule], programs: Programs, examples: Bits, size: int
) -> Iterator[Doubt]:
    """Yield what the examples leave open about rules that call their target."""
    program = as_program(rules, programs)
    if program:
        programs.budget = programs.spent + MAX_BESIDE_INFERENCES
        programs.hold(examples, size)
        found = _beside(program, programs)
        yield from program_doubts(found, programs, False, rules[0].covers)


def _beside(program: Program, programs: Programs) -> list[Program]:
    """Return a program, and those that rival it."""
    search = ProgramSearch(programs, program.max_rival_cost)
    stages = (*SHORT_STAGES, *(NEGATING_STAGES if programs.negating else ()))
    others: list[Program] = []
    try:
        for stage in stages:
            others += search.of_stage(stage)
    except ProgramLimitError:
        pass
    return with_rivals(search, [program, *others])
