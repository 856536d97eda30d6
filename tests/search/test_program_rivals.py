"""Few examples fit several programs: a warning says so, and more examples settle it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from list_inputs import (
    depth,
    numbers,
    one_list,
    tree,
    tree_of_evens_or_not,
    two_lists,
    values,
)
from list_programs import CONCEPTS, Concept
from support import clauses, fold, learned

from fold_cli.coverage.clause_space import PartialBody
from fold_cli.coverage.programs import Programs
from fold_cli.files.loader import load
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.search.programs.base_choices import pairs_of_bases
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.problems.prolog_problem import PrologProblem

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.search.programs.clause_listing import ClauseListing


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
LONGER = Concept(
    "list:in list:in",
    "head tail empty even odd",
    lambda chance: (numbers(0, 6)(chance), numbers(0, 6)(chance)),
    lambda a, b: len(a) > len(b),
    5,
    5,
    ignores=True,
)
SMALLEST = Concept(
    "list:in element:out", "head tail empty geq", one_list(1, 6, 30), min, 5, 5
)
TREE_OF_EVENS = Concept(
    "tree:in",
    "leaf left right value even odd",
    tree_of_evens_or_not,
    lambda made: all(n % 2 == 0 for n in values(made)),
    10,
    10,
)
DISJOINT = Concept(
    "list:in list:in",
    "head tail empty not_member member_",
    lambda chance: (numbers(0, 4)(chance), numbers(0, 4)(chance)),
    lambda a, b: not {*a} & {*b},
    5,
    5,
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
        (replace(SUBSEQUENCE, positives=10, negatives=10), 1),
        (SMALLEST, 1),
        (LONGER, 1),
        (TREE_OF_EVENS, 1),
        (DISJOINT, 2),
    ],
    ids=[
        "one-clause-without-recursion",
        "two-clauses-without-recursion",
        "another-test-in-a-base-case",
        "a-base-case-that-leaves-an-input-out",
        "a-longer-clause-and-repeated-elements",
        "another-base-case",
        "a-base-case-for-a-recursive-clause",
        "a-base-case-for-a-recursive-clause-with-outputs",
        "a-base-case-for-any-list-but-the-empty-one",
        "a-call-for-the-other-branch",
        "a-clause-that-ignores-an-input",
    ],
)
def test_programs_that_fit_as_well_are_told_of(
    concept: Concept, seed: int, tmp_path: Path
) -> None:
    """What is learned here is wrong on fresh examples, and nothing shows that."""
    result = fold("learn", concept.write(tmp_path / "problem", seed))
    assert result.returncode == 0, result.stderr
    assert "as short or hardly longer" in result.stderr


@pytest.mark.parametrize("seed", [2, 3])
def test_lists_get_shorter_together_where_no_example_has_two_empty_ones(
    seed: int, tmp_path: Path
) -> None:
    theory = learned(LONGER.write(tmp_path / "problem", seed))
    assert clauses(theory)[1:] == [
        "f(X, Y) :- head(X, _), empty(Y).",
        "f(X, Y) :- tail(X, A), tail(Y, B), f(A, B).",
    ]


def test_a_clause_of_two_calls_is_preferred_to_two_longer_clauses(
    tmp_path: Path,
) -> None:
    concept = Concept(
        "tree:in number:out",
        "leaf left right zero increment greater",
        lambda chance: (tree(chance),),
        depth,
        5,
        5,
    )
    theory = learned(concept.write(tmp_path / "problem"))
    assert clauses(theory)[1:] == [
        "f(X, Y) :- leaf(X), zero(Y).",
        "f(X, Y) :- left(X, A), right(X, B), f(A, C), f(B, D), "
        "greater(C, D, E), increment(E, Y).",
    ]


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


@pytest.mark.parametrize(
    ("concept", "seed", "doubt"),
    [
        (
            replace(CONCEPTS["evennumber"], positives=3, negatives=3),
            2,
            "serve few examples",
        ),
        (
            Concept(
                "number:in number:in",
                "is_zero is_one decrement",
                lambda chance: (chance.randint(0, 9), chance.randint(0, 9)),
                lambda a, b: a <= b,
                5,
                5,
                ignores=True,
            ),
            1,
            "no recursive program was found",
        ),
    ],
    ids=["a-program-as-long-as-they-are", "one-rule-that-ignores-an-input"],
)
def test_few_numbers_are_doubted(
    concept: Concept, seed: int, doubt: str, tmp_path: Path
) -> None:
    """They are too few for a program that counts down, or to be sure of one."""
    result = fold("learn", concept.write(tmp_path / "problem", seed))
    assert result.returncode == 0, result.stderr
    assert doubt in result.stderr


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


def test_base_cases_need_not_be_listed_to_be_paired() -> None:
    """Those of rules that were learned one by one may be too long for that."""
    bodies = [PartialBody((), frozenset({at})) for at in range(2)]
    listing = SimpleNamespace(bodies=SimpleNamespace(cost=lambda _: 4, domains={}))
    choices = pairs_of_bases(bodies, cast("ClauseListing", listing), functional=False)
    assert choices.sets == [(0,), (1,), (0, 1)]
