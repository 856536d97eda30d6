"""Theories that say of themselves what does not go together are errors, not crashes."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
