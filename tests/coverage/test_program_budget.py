"""What is spent on programs in one call of Prolog, in inferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fold_cli import bits
from fold_cli.coverage.programs import PROGRAM_COST, Programs
from fold_cli.files.loader import load
from fold_cli.files.sources import Sources
from fold_cli.search.programs.clause_listing import ClauseListing

if TYPE_CHECKING:
    from pathlib import Path

EVENS = """
head([H|_], H).
tail([_|T], T).
cons(H, T, [H|T]).
:- table app/3.
app([], Y, Y).
app(X, Y, Z) :- head(X, A), tail(X, B), app(B, Y, C), cons(A, C, Z).
:- modeh(1, evens(+list, -list)).
:- modeb(*, evens(+list, -list)).
:- modeb(*, tail(+list, -list)).
:- modeb(*, app(+list, +list, -list)).
:- begin_in_pos.
evens([1,2,5], [2]). evens([2,0,1], [2,0]). evens([4,2], [4,2]).
:- end_in_pos.
:- begin_in_neg.
evens([4,2], [4]).
:- end_in_neg.
"""


@pytest.fixture
def evens(tmp_path: Path) -> Programs:
    path = tmp_path / "evens.pl"
    path.write_text(EVENS)
    problem = load(Sources((str(path),)))
    programs = Programs(problem)
    programs.hold(bits.pack(np.ones(4, dtype=np.bool_)), 4)
    bases = ClauseListing(programs).bodies.base_cases(1, loose=False)
    programs.hold_base_cases(bases, [1 << at for at in range(len(bases))], len(bases))
    return programs


def test_tabled_goals_after_a_call_are_not_run_without_its_output(
    evens: Programs,
) -> None:
    """What is put before a list that is not known yet may have any length."""
    clauses = [
        clause
        for clause in ClauseListing(evens).recursive_clauses(3)
        if any(step.literal.name == "app" for step in clause.after)
    ]
    before = evens.inferences()
    assert clauses
    assert evens.possible(clauses) == clauses
    assert evens.inferences() - before < 1_000 * len(clauses)


def test_programs_are_not_run_when_all_is_spent(evens: Programs) -> None:
    programs = [(clause,) for clause in ClauseListing(evens).recursive_clauses(3)]
    derived = [each is not None for each in evens.derive(programs, "partly")]
    evens.budget = evens.spent + PROGRAM_COST * len(programs) + 300
    first = [each is not None for each in evens.derive(programs, "partly")]
    assert any(first)
    assert sum(first) < sum(derived)
