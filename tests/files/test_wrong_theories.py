"""Theories that say of themselves what does not go together are errors, not crashes."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from support import fold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support import Write
    from worker import Worker


TWO = "b,n,class\n" + "".join(f"{'uv'[i % 2]},{i},{'yn'[i % 2]}\n" for i in range(12))
THREE = "b,n,class\n" + "".join(
    f"{'uvw'[i % 3]},{i},{'ynz'[i % 3]}\n" for i in range(12)
)
LATER = [
    ["predict", "--proba"],
    ["predict", "--explain"],
    ["evaluate"],
    ["show", "--format", "text"],
    ["show", "--format", "sql"],
    ["show", "--format", "python"],
    ["show", "--format", "html"],
]
VALUES: list[Any] = [
    *(None, True, -1, 0, 2**70, 1e308, float("nan"), float("inf"), "", "x\ny"),
    *("\x1b[2J", "\u202e", "'", "\\", "a(", "X", "_", "x :- y.", "9" * 5000, "b", "n"),
    *([], {}, [[]], ["y", "y"], {"a": 1}),
]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of all that is in some JSON."""
    items = data.items() if isinstance(data, dict) else ()
    items = enumerate(data) if isinstance(data, list) else items
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


@pytest.mark.parametrize("table", [TWO, THREE], ids=["two", "three"])
def test_json_with_other_values(table: str, worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(table)
    learn = ["learn", "-q", "x.csv", "--format", "json", "-o", "t.json"]
    assert worker.run(learn, tmp_path).code == 0
    whole, chance = json.loads((tmp_path / "t.json").read_text()), random.Random(table)
    codes = []
    for _ in range(80):
        data = copy.deepcopy(whole)
        *path, last = chance.choice(list(places(data)))
        inner = data
        for key in path:
            inner = inner[key]
        inner[last] = chance.choice(VALUES)
        (tmp_path / "t.json").write_text(json.dumps(data))
        command, *options = chance.choice(LATER)
        inputs = ["t.json"] if command == "show" else ["t.json", "x.csv"]
        result = worker.run([command, *inputs, *options], tmp_path)
        assert result.code in (0, 1), (data, result.err)
        assert "Traceback" not in result.err, (data, result.err)
        assert not {*"\x1b\u202e"} & {*result.err}
        codes.append(result.code)
    assert 20 < sum(codes) < 80


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("% classes: n y z", "% classes: n y"), "gives the class z, which is none"),
        (("% classes: n y z", "% classes: n y z z"), "not as fold writes it: % class"),
        (("column: n numeric n", "column: b numeric n"), "not as fold writes it: % co"),
        (("column: n numeric n", "column: n numeric b"), "not as fold writes it: % co"),
    ],
)
def test_headers_that_contradict(
    change: tuple[str, str], message: str, worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "x.csv").write_text(THREE)
    assert worker.run(["learn", "-q", "x.csv", "-o", "t.pl"], tmp_path).code == 0
    text = (tmp_path / "t.pl").read_text()
    assert change[0] in text
    (tmp_path / "t.pl").write_text(text.replace(*change))
    result = worker.run(["predict", "t.pl", "x.csv", "--proba"], tmp_path)
    assert result.code == 1
    assert message in result.err


@pytest.mark.parametrize("literal", ["b(X, w@)", "\\+ b(X, w@)", "a(X, A@), A@ > @"])
def test_long_rules(literal: str, worker: Worker, tmp_path: Path) -> None:
    body = ", ".join(literal.replace("@", str(n)) for n in range(1200))
    (tmp_path / "t.pl").write_text(f"t(X) :- {body}.\n")
    (tmp_path / "x.csv").write_text("a,b,class\n2000,v,y\n1,w1,n\n")
    assert worker.run(["show", "t.pl", "-o", "again.pl"], tmp_path).code == 0
    shown = worker.run(["show", "again.pl"], tmp_path)
    assert shown.out == (tmp_path / "again.pl").read_text()
    for command in ("predict t.pl x.csv --explain", "show t.pl --format text"):
        assert worker.run(command.split(), tmp_path).code == 0


def test_a_deep_term_is_named_with_its_line(worker: Worker, tmp_path: Path) -> None:
    deep = "f(" * 3000 + "X" + ")" * 3000
    (tmp_path / "t.pl").write_text(f"t(X) :- p(X).\n\nt(X) :- q({deep}).\n")
    result = worker.run(["show", "t.pl"], tmp_path)
    if result.code:
        assert result.err.startswith("fold: error: t.pl:3: ")
    else:  # some Pythons read JSON as deep as that
        assert f"q({deep})" in result.out


@pytest.mark.parametrize("more", [["predict"], ["explain", "fly(a)"], ["evaluate"]])
def test_theory_and_background_in_the_wrong_order(
    more: list[str], write: Write, tmp_path: Path
) -> None:
    write("bk.pl", "bird(a). bird(b). penguin(b).\n")
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(b).\n")
    fold("learn", "bk.pl", "pos.pl", "neg.pl", "-o", "theory.pl", cwd=tmp_path)
    command, *goal = more
    result = fold(command, "bk.pl", "theory.pl", *goal, cwd=tmp_path)
    assert result.returncode == 1
    assert "theory.pl:1: this is a theory that fold learned" in result.stderr
    assert "the order is THEORY BK, and bk.pl is no such theory" in result.stderr
    rest = goal or ["pos.pl"]
    assert fold(command, "theory.pl", "bk.pl", *rest, cwd=tmp_path).returncode == 0
    write("rule.pl", "ab(X) :- fly(X).\n")
    beside = fold("predict", "rule.pl", "bk.pl", "-b", "theory.pl", cwd=tmp_path)
    assert beside.stdout == "ab(a)\ttrue\n"
