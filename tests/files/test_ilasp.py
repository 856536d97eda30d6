"""Files of ILASP and FastLAS, and of the authors' later programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dialects import MUSHROOM_FILES, loaded, modes, warning
from support import fold

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, str], Path]


@pytest.mark.parametrize("files", [MUSHROOM_FILES, MUSHROOM_FILES[::-1]])
def test_the_authors_pair(files: tuple[str, str]) -> None:
    with loaded(*files) as problem:
        assert str(problem.head) == "positive(+case)"
        assert modes(problem) == [
            "smell(+case, #args_smell)",
            "cap(+case, #args_cap)",
        ]
        assert (problem.positives, problem.negatives) == (3, 3)
        assert problem.closed_world


def test_the_bias_may_be_given_as_modes() -> None:
    with loaded(MUSHROOM_FILES[0], modes=MUSHROOM_FILES[1]) as problem:
        assert str(problem.head) == "positive(+case)"


def test_one_file_of_ilasps(write: Write) -> None:
    path = write(
        "leg.las",
        "#modeh(leg(var(v),var(v)), (positive)).\n"
        "#modeb(2, edge(var(v),var(v)), (positive)). % comment\n"
        '#maxv(3).\n#bias(":- in_head(a). ").\n'
        "edge(v1,v2).\nedge(v2,v3).\n"
        "#pos(p1, {leg(v1,v3)}, {leg(v1,v2), leg(v2,v3)}).\n"
        "#pos(p2, {leg(v1,v3)}, {}, {edge(v9,v9).}).\n",
    )
    with loaded(path) as problem:
        assert modes(problem) == ["edge(+v, -v)", "edge(-v, +v)"]
        assert (problem.positives, problem.negatives) == (1, 2)
        assert problem.bias.max_vars == 3
        text = warning(problem, "left out")
        assert "line 4 (#bias)" in text
        assert "line 8 (#pos" in text


@pytest.mark.parametrize(
    ("bias", "line", "words"),
    [
        ("#modeb(1,g(var(t)))\n", 1, "no #modeh"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t),const(c)))\n", 2, "no #constant(c"),
        ("#modeh(f(var(t)))\n#modeb(1,g(t))\n", 2, "not var(type)"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t)\n", 2, "closing )"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(u)))\n", 2, "takes the type u"),
    ],
    ids=["no-head", "no-constant", "argument", "truncated", "type"],
)
def test_a_bad_mode_is_reported_with_its_line(
    write: Write, bias: str, line: int, words: str
) -> None:
    train = write("train.pl", "f(a).\ng(a).\ng(b).\n")
    path = write("bias.txt", bias)
    result = fold("learn", train, path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr
