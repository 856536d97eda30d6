"""Limits that hold without being asked for: sizes in files, memory in any step.

What is refused is refused where it is read, so nothing here takes long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Worker

HUGE = (256, 1000, 5000, 900_000_000, 10**30)
PLAIN = {
    "bk.pl": "bird(a). bird(b). cat(c).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "popper/bk.pl": "bird(a). bird(b). cat(c).\n",
    "popper/exs.pl": "pos(fly(a)).\npos(fly(b)).\nneg(fly(c)).\n",
    "popper/bias.pl": "head_pred(fly,1).\nbody_pred(bird,1).\n",
    "learn.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\nbird(a).\n",
}
LEARN = ["learn", "bk.pl", "pos.pl", "neg.pl"]
CV = ["cv", "bk.pl", "pos.pl", "neg.pl"]
DECLARED = {
    "dynamic": ("bk.pl", ":- dynamic q/COUNT.", LEARN),
    "foil": ("bk.pl", ":- foil_predicates([bird/1, q/COUNT]).", LEARN),
    "determination": ("bk.pl", ":- determination(fly/1, q/COUNT).", LEARN),
    "body": ("popper/bias.pl", "body_pred(q, COUNT).", ["learn", "popper"]),
    "head": ("popper/bias.pl", "head_pred(fly, COUNT).", ["learn", "popper"]),
}
WRITTEN = {
    "fact": ("bk.pl", "q(ARGS).", LEARN),
    "rule": ("bk.pl", "q(ARGS) :- bird(X).", LEARN),
    "example": ("pos.pl", "fly(ARGS).", LEARN),
    "mode": ("bk.pl", ":- modeh(1, fly(+x)).\n:- modeb(*, q(MODES)).", LEARN),
    "theory": (
        "theory.pl",
        "fly(ARGS) :- bird(X).",
        ["evaluate", "theory.pl", *CV[1:]],
    ),
    "ilasp": ("learn.las", "#modeb(bird(VARS)).", ["learn", "learn.las", *CV[2:]]),
}


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    write_files(tmp_path, PLAIN)
    return tmp_path


def refusal(worker: Worker, args: list[str], directory: Path) -> str:
    """Run a command that must fail; return its error."""
    result = worker.run(args, directory)
    assert result.code == 1, (args, result.out[:300], result.err[:300])
    assert result.err.count("fold: error:") == 1, result.err[:1000]
    assert "unexpected" not in result.err
    assert len(result.err) < 1500
    return result.err


@pytest.mark.parametrize("place", DECLARED)
def test_an_arity_that_is_declared(place: str, plain: Path, worker: Worker) -> None:
    name, line, args = DECLARED[place]
    for count in HUGE:
        (plain / name).write_text(f"{PLAIN[name]}{line.replace('COUNT', str(count))}\n")
        assert name in refusal(worker, args, plain)


@pytest.mark.parametrize("place", WRITTEN)
def test_an_arity_that_is_written_out(place: str, plain: Path, worker: Worker) -> None:
    name, line, args = WRITTEN[place]
    for count in (256, 1000, 1025, 20_000):
        text = line
        for sign, item in (("ARGS", "a"), ("MODES", "+x"), ("VARS", "var(x)")):
            text = text.replace(sign, ", ".join([item] * count))
        (plain / name).write_text(f"{PLAIN[name]}{text}\n")
        assert name in refusal(worker, args, plain)


def test_the_widest_predicate(plain: Path, worker: Worker) -> None:
    args = ", ".join(["a"] * 255)
    (plain / "bk.pl").write_text(f"{PLAIN['bk.pl']}q({args}).\n:- dynamic r/255.\n")
    assert worker.run(LEARN, plain).code == 0


def test_plans_that_are_too_large(plain: Path, worker: Worker) -> None:
    assert "give --folds from 2" in refusal(worker, [*CV, "--folds", "9999"], plain)
    for option in ("--folds", "--repeat", "--jobs"):
        for value in (10**6, 10**9, 10**30):
            result = worker.run([*CV, option, str(value)], plain)
            assert result.code == 2
            assert "is not in the range" in result.err
