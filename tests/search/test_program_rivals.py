"""Few examples fit several programs: a warning says so, and more examples settle it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from list_inputs import numbers, two_lists
from list_programs import CONCEPTS, Concept
from support import clauses, fold, learned

from fold_cli.coverage.programs import Programs
from fold_cli.files.loader import load
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.problems.prolog_problem import PrologProblem

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from fold_cli.coverage.programs import RecursiveClause


def same_length_or_not(chance: random.Random) -> tuple[list[int], list[int]]:
    made = numbers(0, 6)(chance)
    length = len(made) if chance.random() < 0.5 else chance.randint(0, 6)
    return numbers(length, length)(chance), made


def with_subsequence(chance: random.Random) -> tuple[list[int], list[int]]:
    made = numbers(0, 7)(chance)
    if chance.random() < 0.5:
        return [n for n in made if chance.random() < 0.5], made
    return numbers(0, 4)(chance), made


def is_subsequence(part: list[int], whole: list[int]) -> bool:
    rest = iter(whole)
    return all(n in rest for n in part)


SAME_LENGTH = Concept(
    "list:in list:in",
    "head tail empty even odd",
    same_length_or_not,
    lambda a, b: len(a) == len(b),
)
SUBSEQUENCE = Concept(
    "list:in list:in",
    "head tail empty even odd",
    with_subsequence,
    is_subsequence,
    20,
    20,
    ignores=True,
)
INTERLEAVED = Concept(
    "list:in list:in list:out",
    "head tail empty none cons same",
    two_lists,
    lambda a, b: [n for pair in zip(a, b, strict=True) for n in pair],
)


@pytest.mark.parametrize(
    ("concept", "seed"),
    [
        (replace(CONCEPTS["member"], positives=4, negatives=4), 2),
        (replace(CONCEPTS["alleven"], positives=4, negatives=4), 3),
        (replace(CONCEPTS["finddup"], positives=4, negatives=4), 2),
        (replace(CONCEPTS["times"], positives=7, negatives=4), 2),
        (SUBSEQUENCE, 1),
        (INTERLEAVED, 1),
    ],
    ids=[
        "one-clause-without-recursion",
        "two-clauses-without-recursion",
        "another-test-in-a-base-case",
        "a-base-case-that-leaves-an-input-out",
        "a-longer-clause-and-repeated-elements",
        "another-base-case",
    ],
)
def test_programs_that_fit_as_well_are_told_of(
    concept: Concept, seed: int, tmp_path: Path
) -> None:
    """What is learned here is wrong on fresh examples, and nothing shows that."""
    result = fold("learn", concept.write(tmp_path / "problem", seed))
    assert result.returncode == 0, result.stderr
    assert "as short or hardly longer" in result.stderr


def test_inputs_keep_their_places_where_examples_leave_that_open(
    tmp_path: Path,
) -> None:
    """Shorter by a literal: ``f(X, Y) :- tail(X, A), f(Y, A)``."""
    theory = learned(SAME_LENGTH.write(tmp_path / "problem"))
    assert clauses(theory)[1:] == [
        "f(X, Y) :- empty(X), empty(Y).",
        "f(X, Y) :- tail(X, A), tail(Y, B), f(A, B).",
    ]


def test_a_second_recursive_clause_is_preferred_to_a_second_base_case(
    tmp_path: Path,
) -> None:
    """As short: ``f(X, Y) :- right(X, A), value(A, Y)``."""
    concept = replace(CONCEPTS["treemember"], positives=8, negatives=8)
    theory = learned(concept.write(tmp_path / "problem", 2))
    assert clauses(theory)[1:] == [
        "f(X, Y) :- value(X, Y).",
        "f(X, Y) :- left(X, A), f(A, Y).",
        "f(X, Y) :- right(X, A), f(A, Y).",
    ]


@pytest.mark.parametrize(
    ("name", "base", "calls"),
    [
        ("less", "decrement(Y, X)", "decrement(Y, A), f(X, A)"),
        ("at most", "is_zero(X)", "decrement(X, A), decrement(Y, B), f(A, B)"),
    ],
)
def test_numbers_are_counted_down_rather_than_compared_with_constants(
    name: str, base: str, calls: str, tmp_path: Path
) -> None:
    """``f(X, Y) :- Y > 3, X =< 6`` is shorter, and true by accident."""
    concept = Concept(
        "number:in number:in",
        "is_zero is_one decrement",
        lambda chance: (chance.randint(0, 9), chance.randint(0, 9)),
        lambda a, b: a < b if name == "less" else a <= b,
        12,
        12,
        ignores=True,
    )
    theory = learned(concept.write(tmp_path / "problem"))
    head = "f(X, _)" if "Y" not in base else "f(X, Y)"
    assert clauses(theory)[1:] == [f"{head} :- {base}.", f"f(X, Y) :- {calls}."]


def test_rules_that_compare_with_constants_are_doubted(tmp_path: Path) -> None:
    """Three numbers are too few for a program that counts down by two."""
    concept = replace(CONCEPTS["evennumber"], positives=3, negatives=3)
    result = fold("learn", concept.write(tmp_path / "problem", 2))
    assert result.returncode == 0, result.stderr
    assert "no recursive program was found" in result.stderr


def test_programs_that_only_have_fewer_outputs_are_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All numbers are even, so a test whether the last one is changes nothing."""
    even = lambda chance: ([2 * n for n in numbers(1, 7, 4)(chance)],)  # noqa: E731
    path = str(replace(CONCEPTS["last"], inputs=even).write(tmp_path / "problem"))
    compared = []
    outputs_of = Programs.outputs_of

    def counted(self: Programs, program: tuple[RecursiveClause, ...]) -> dict[int, int]:
        compared.append(program)
        return outputs_of(self, program)

    monkeypatch.setattr(Programs, "outputs_of", counted)
    sources = Sources((path,))
    problem = PrologProblem(load(sources), sources)
    theory = learn_problem(problem, Options()).theory
    assert theory.size == (2, 5)
    assert not compared
