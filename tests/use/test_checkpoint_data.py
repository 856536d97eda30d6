"""Checkpoints are a stranger's data: each value that we never write is refused."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fold_cli.errors import InputError
from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.options import Options
from fold_cli.theory.rules import Rule
from fold_cli.use.learning import checkpoint
from fold_cli.use.learning import learn as api
from fold_cli.use.learning.checkpoint import Checkpoint
from fold_cli.use.problems.problem_factory import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[str, str], Path]

VALUES: list[Any] = [
    *[
        "",
        "_",
        "X",
        "red\nblue",
        "red\n",
        "\n",
        "a b",
        "a\0b",
        "a.",
        "a, b",
        "'a",
        "a % b",
    ],
    *[
        "'\\x41\\')).\n:- shell(x).",
        "f(X)",
        "\ud800",
        "'\\uD800'",
        "1",
        "01",
        "1e5",
        "[a",
    ],
    *[
        -1,
        -2,
        10**6,
        10**40,
        0.5,
        True,
        False,
        None,
        [],
        {},
        [[]],
        {"a": 1},
        ["literal"],
    ],
    *["literal", "member", "threshold", "=", "=<", ">", "shell", "\x1b[31m"],
]
"""What may stand in the place of any other value."""

BK = (
    "size(a, 1). size(b, 2). size(c, 3). size(d, 4). size(e, 9). "
    "colour(a, 'dark red'). colour(b, blue). colour(c, 'dark red'). colour(d, blue). "
    "bird(a). bird(b). bird(c). bird(d). bird(e). penguin(c). "
    "odd(X) :- bird(X), X = e.\n"
)


def problems(write: Write) -> Iterator[tuple[str, Sources | TableSource]]:
    bk, pos = write("bk.pl", BK), write("pos.pl", "fly(a). fly(b). fly(d). fly(e).\n")
    neg = write("neg.pl", "fly(c). fly(f).\n")
    yield "prolog", Sources((str(bk),), str(pos), str(neg))
    rows = (
        "1,red,yes\n2,blue,yes\n3,red,no\n4,blue,no\n5,red,no\n9,blue,yes\n9,red,yes\n"
    )
    table = write("t.csv", f"size,colour,class\n{rows}7,green,no\n")
    yield "table", TableSource(str(table), positive="yes")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value inside of a value."""
    inner: Any = ()
    if isinstance(data, (list, dict)):
        inner = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    result = copy.deepcopy(data)
    at = result
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return result


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0)


def test_what_we_never_write_is_refused(write: Write, tmp_path: Path) -> None:
    taken = set()
    for name, sources in problems(write):
        saved = tmp_path / f"{name}.json"
        api.learn(sources, Options(noise=False), checkpoint=str(saved))
        part = json.loads(saved.read_text())["parts"][""]
        with opened(sources) as problem:
            size = problem.positives + problem.negatives
            for path in places(part):
                for value in VALUES:
                    if changed(part, path, value) == part:
                        continue
                    kept = Checkpoint(str(saved))
                    kept._parts = {"": changed(part, path, value)}
                    with suppress(InputError):
                        kept.start(problem, size)
                        taken.add((name, path[3:], json.dumps(value)))
    # another constant, sign or comparison, or fewer literals, may be what was written
    plain = ["1", "=", "=<", ">", "shell", "literal", "member", "threshold", "_"]
    others: list[Any] = [True, False, [], {}, ["literal"]]
    wrong = {each for each in taken if each[2] not in map(json.dumps, plain + others)}
    assert not wrong, wrong


def nested(depth: int, part: Any) -> Any:
    rule = part["rules"][0]
    for _ in range(depth):
        rule = [rule[0], [rule], rule[2]]
    return {"rules": [rule]}


def test_nesting_and_bits(write: Write, tmp_path: Path) -> None:
    [(_, sources), _] = problems(write)
    saved = tmp_path / "saved.json"
    api.learn(sources, Options(noise=False), checkpoint=str(saved))
    part = json.loads(saved.read_text())["parts"][""]
    beyond = base64.b64encode(zlib.compress(bytes([0] * 7 + [128]))).decode()
    body = part["rules"][0][0]
    with opened(sources) as problem:
        for damaged in (
            nested(900, part),
            nested(100_000, part),
            {"rules": [[body, [], beyond]]},
            {"rules": [[body, [], "AAAA"]]},
            {"rules": [[body, [], 7]]},
        ):
            kept = Checkpoint(str(saved))
            kept._parts = {"": damaged}
            with pytest.raises(InputError, match="is damaged; remove it"):
                kept.start(problem, problem.positives + problem.negatives)


def test_a_file_that_is_no_checkpoint(write: Write, tmp_path: Path) -> None:
    [(_, sources), _] = problems(write)
    saved = tmp_path / "saved.json"
    for text in ("", "[" * 100_000, "9" * 5000, "null", '"a"', "[1]", '{"parts": 1}'):
        saved.write_text(text)
        with pytest.raises(InputError, match="is no checkpoint of fold"):
            api.learn(sources, Options(noise=False), checkpoint=str(saved))


def test_each_rule_becomes_data_once(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the search begins anew: its rules are others."""
    made: list[Rule] = []
    rule_data = checkpoint._rule_data
    monkeypatch.setattr(
        checkpoint, "_rule_data", lambda rule: [made.append(rule), rule_data(rule)][1]
    )
    [(_, sources), _] = problems(write)
    kept = Checkpoint(str(tmp_path / "saved.json"))
    with opened(sources) as problem:
        for first in (0, 100):
            rules: list[Rule] = []
            for number in range(first, first + 100):
                covers = np.array([number], dtype=np.uint64)
                rules.append(Rule((), (), covers))
                kept.save(problem, rules)
                saved = json.loads(Path(kept.path).read_text())["parts"][""]["rules"]
                assert saved == [rule_data(rule) for rule in rules]
    assert len(made) == 200
