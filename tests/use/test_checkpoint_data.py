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
    from collections.abc import Iterator

    from support import Write


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
            coverage = problem.training(Options(noise=False), lambda *_: None).coverage
            for path in places(part):
                for value in VALUES:
                    if changed(part, path, value) == part:
                        continue
                    kept = Checkpoint(str(saved))
                    kept._parts = {"": changed(part, path, value)}
                    with suppress(InputError):
                        kept.start(problem, coverage)
                        taken.add((name, path[3:], json.dumps(value)))
    # another constant, sign or comparison, or fewer literals, may be what was written
    plain = ["1", "=", "=<", ">", "shell", "literal", "member", "threshold", "_"]
    others: list[Any] = [True, False, [], {}, ["literal"]]
    wrong = {each for each in taken if each[2] not in map(json.dumps, plain + others)}
    assert not wrong, wrong


def as_bits(*examples: int) -> str:
    packed = sum(1 << example for example in examples).to_bytes(8, "little")
    return base64.b64encode(zlib.compress(packed)).decode()


def bounded(name: str, arg: Any, bound: list[str]) -> list[Any]:
    return ["threshold", ["literal", name, [arg, -1], False], [bound]]


OTHER_RULES: dict[str, list[tuple[list[Any], str]]] = {
    "prolog": [
        (["literal", "bird", [0], False], as_bits(0, 1, 2, 3)),
        (["literal", "colour", [0, "blue"], False], as_bits(0, 1, 2, 3)),
        (["literal", "colour", [0, "blue"], False], as_bits(0, 3)),
        (["literal", "colour", [0, "blue"], True], as_bits(0, 1)),
        (["literal", "colour", ["'dark red'", "blue"], False], as_bits(0, 1)),
        (["literal", "odd", ["e"], False], as_bits(0, 1, 2, 3)),
        (["literal", "size", [0, 1], False], as_bits(0, 1, 2)),
        (["literal", "size", [1, 0], False], as_bits(0, 1, 2)),
        (["member", [["a"], ["b"]]], as_bits(2, 3)),
        (["member", [["c"], ["b"]]], as_bits(2, 3)),
        (bounded("size", 0, [">", "77"]), as_bits(0, 1, 2, 3)),
    ],
    "table": [
        (["literal", "colour", [0, "red"], False], as_bits(0, 1, 5, 6)),
        (["literal", "colour", [0, "pink"], False], as_bits(0, 1)),
        (bounded("size", 0, ["=<", "5"]), as_bits(0, 1, 5, 6)),
        (bounded("size", "red", ["=<", "2"]), as_bits(0, 1)),
        (bounded("colour", 0, ["=<", "2"]), as_bits(0, 1)),
    ],
}
"""Rules that could be written, but cover other examples than they say."""


def test_rules_that_cover_other_examples_than_they_say(
    write: Write, tmp_path: Path
) -> None:
    """The theory is the one without a checkpoint."""
    for name, sources in problems(write):
        saved = tmp_path / f"{name}.json"
        expected = api.learn(sources, Options(noise=False), checkpoint=str(saved))
        data = json.loads(saved.read_text())
        for literal, covers in OTHER_RULES[name]:
            part = {"rules": [[[literal], [], covers]]}
            saved.write_text(json.dumps({**data, "parts": {"": part}}))
            found = api.learn(sources, Options(noise=False), checkpoint=str(saved))
            assert found.theory == expected.theory, literal


@pytest.mark.parametrize("examples", [[4], [0, 4], [0, 1, 2, 3, 4, 5]])
def test_rules_of_negative_examples(
    write: Write, tmp_path: Path, examples: list[int]
) -> None:
    [(_, sources), _] = problems(write)
    saved = tmp_path / "saved.json"
    api.learn(sources, Options(noise=False), checkpoint=str(saved))
    data = json.loads(saved.read_text())
    part = {"rules": [[[["literal", "bird", [0], False]], [], as_bits(*examples)]]}
    saved.write_text(json.dumps({**data, "parts": {"": part}}))
    with pytest.raises(InputError, match="is damaged; remove it"):
        api.learn(sources, Options(noise=False), checkpoint=str(saved))


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
        coverage = problem.training(Options(noise=False), lambda *_: None).coverage
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
                kept.start(problem, coverage)


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
