"""Relations of many arguments: the number of paths that are tried is bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from support import swipl

from fold_cli.coverage import paths
from fold_cli.coverage.paths import Paths
from fold_cli.coverage.relational import Coverage
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support import Write

    from fold_cli.coverage.patterns import Pattern


WIDE = "r(a,b,c,d). r(b,c,d,a). r(c,d,a,b). r(a,a,b,b). r(d,c,b,a). r(b,b,c,c).\n"


@pytest.fixture
def coverage(write: Write) -> Iterator[Callable[[str, str], Coverage]]:
    loaded = []

    def made(background: str, positives: str) -> Coverage:
        bk, pos = write("bk.pl", background), write("pos.pl", positives)
        problem = load(Sources((str(bk),), str(pos)))
        loaded.append(problem)
        return Coverage(problem)

    yield made
    for problem in loaded:
        free(problem)


def growing(
    coverage: Coverage, lookahead: int
) -> tuple[Paths, set[tuple[Pattern, ...]]]:
    types = coverage._head_types
    every = {at: np.ones(100, dtype=np.bool_) for at in range(len(types))}
    found = Paths(coverage._languages[False], coverage.relations, types, every)
    return found, found.growing(lookahead)


@pytest.mark.parametrize("lookahead", [1, 2, 3])
@pytest.mark.parametrize("limit", [30, 1_000, 20_000])
@pytest.mark.parametrize(
    "positives",
    [
        pytest.param("t(a,b,c,d). t(b,c,d,a).\n", id="four"),
        pytest.param("t(a,b). t(b,c).\n", id="two"),
        pytest.param("t(a). t(b).\n", id="one"),
    ],
)
def test_no_more_paths_than_the_limit(
    positives: str,
    limit: int,
    lookahead: int,
    coverage: Callable[[str, str], Coverage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paths, "MAX_PATHS", limit)
    found, chosen = growing(coverage(WIDE, positives), lookahead)
    assert sum(len(found._next(path)) for path in chosen) <= limit
    assert {path[:-1] for path in chosen if len(path) > 1} <= chosen
    assert max(map(len, chosen), default=0) <= lookahead
    if limit == 20_000:
        assert chosen


def test_those_with_the_fewest_new_variables_come_first(
    coverage: Callable[[str, str], Coverage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "MAX_PATHS", 5_000)
    _, chosen = growing(coverage(WIDE, "t(a,b,c,d). t(b,c,d,a).\n"), 1)
    assert {len(pattern.new) for (pattern,) in chosen} == {1}


@pytest.mark.parametrize("options", [Options(), Options(lookahead=2)])
def test_a_wide_target_is_learned_whatever_the_limit(
    options: Options, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four arguments, six facts, closed world: 252 negatives."""
    monkeypatch.setattr(paths, "MAX_PATHS", 500)
    bk, pos = write("bk.pl", WIDE), write("pos.pl", "t(a,b,c,d). t(b,c,d,a).\n")
    theory = learn(Sources((str(bk),), str(pos)), options).theory
    assert theory.examples
    assert theory.covers
    assert (theory.examples.negatives, theory.covers.negatives) == (254, 0)
    assert theory.covers.positives == 2
    written = write("theory.pl", to_prolog(theory))
    goal = "forall(t(A, B, C, D), (print([A, B, C, D]), nl))"
    found = set(swipl(goal, files=(bk, written)))
    assert found == {"[a,b,c,d]", "[b,c,d,a]"}
