"""Values of types that the library does not take: a plain message, nothing written."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from fold_cli import FoldError, Text, api, learn, load
from fold_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

BK = Text("bird(a). bird(b). cat(c).")
THEORY = load(Text("fly(X) :- bird(X)."))


class PathOf:
    """A path of something else than text."""

    def __init__(self, path: object) -> None:
        self.path = path

    def __fspath__(self) -> Any:
        return self.path


def closed_file() -> io.StringIO:
    file = io.StringIO("fly(a).")
    file.close()
    return file


VALUES: dict[str, Any] = {
    "bytes": b"bk.pl",
    "bytearray": bytearray(b"bk.pl"),
    "memoryview": memoryview(b"bk.pl"),
    "path-of-bytes": PathOf(b"bk.pl"),
    "number": 3,
    "float": float("nan"),
    "boolean": True,
    "closed-file": closed_file(),
    "open-file": io.StringIO("fly(a)."),
    "binary-file": io.BytesIO(b"fly(a)."),
    "dict": {"fly(a)": 1},
    "object": object(),
    "function": learn,
    "class": str,
    "ellipsis": ...,
    "atoms-of-bytes": [b"fly(a)"],
    "atoms-of-none": [None],
    "array": np.array([1, 2]),
    "frame": pd.DataFrame({"a": [1, 2]}),
}
TAKES_A_SOURCE: dict[str, Callable[[Any], object]] = {
    "bk": lambda value: learn(value, ["fly(a)"], ["fly(c)"]),
    "pos": lambda value: learn(BK, value, ["fly(c)"]),
    "neg": lambda value: learn(BK, ["fly(a)"], value),
    "modes": lambda value: learn(BK, ["fly(a)"], ["fly(c)"], modes=value),
    "background": lambda value: learn(BK, ["fly(a)"], background=[value]),
    "given": lambda value: learn(BK, ["fly(a)"], ["fly(c)"], given=[value]),
    "load": load,
    "load-modes": lambda value: load(BK, modes=value),
    "predict": THEORY.predict,
    "examples": lambda value: THEORY.predict(BK, value),
    "holds": lambda value: THEORY.holds(value, "fly(a)"),
    "evaluate": lambda value: THEORY.evaluate(value, ["fly(a)"]),
    "report": lambda value: THEORY.report(value, ["fly(a)"]),
    "fold-modes": lambda value: api.modes(value, ["fly(a)"]),
    "convert": lambda value: api.convert(value, ["fly(a)"], output="out"),
}
TAKES_A_PATH: dict[str, Callable[[Any], object]] = {
    "save": THEORY.save,
    "output": lambda value: api.convert(BK, ["fly(a)"], output=value),
    "checkpoint": lambda value: learn("bk.pl", "pos.pl", checkpoint=value),
    "task": api.programs.learn_program,
}
TAKES_A_TEXT: dict[str, Callable[[Any], object]] = {
    "target": lambda value: learn(BK, target=value),
    "class": lambda value: learn("t.csv", class_column=value),
    "positive": lambda value: learn("t.csv", positive=value),
    "id": lambda value: learn("t.csv", id_column=value),
    "dialect": lambda value: learn("bk.pl", dialect=value),
}


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("a,class\n1,x\n2,y\n")
    Path("bk.pl").write_text(BK)
    Path("pos.pl").write_text("fly(a).\n")
    return tmp_path


@pytest.mark.parametrize("kind", VALUES)
def test_values_of_other_types(kind: str, directory: Path) -> None:
    before = sorted(directory.iterdir())
    for what, call in {**TAKES_A_SOURCE, **TAKES_A_PATH, **TAKES_A_TEXT}.items():
        with pytest.raises(FoldError) as caught:
            call(VALUES[kind])
        message = str(caught.value)
        assert message.partition(" ")[2], what
        if what in TAKES_A_PATH or isinstance(VALUES[kind], (int, bytes)):
            assert " is no " in message, what
    assert sorted(directory.iterdir()) == before


@pytest.mark.parametrize("what", [*TAKES_A_SOURCE, *TAKES_A_TEXT])
def test_names_that_are_empty(what: str, directory: Path) -> None:
    with pytest.raises(UsageError, match="without a name"):
        {**TAKES_A_SOURCE, **TAKES_A_TEXT}[what]("")


@pytest.mark.parametrize("limit", [-5, 0, "abc", 1.5, math.inf, [1]])
def test_a_limit_of_inferences_is_a_whole_number(limit: Any) -> None:
    with pytest.raises(UsageError, match=r"too small|is no whole number"):
        learn(BK, ["fly(a)"], max_inferences=limit)


@pytest.mark.parametrize("limit", [2**63 - 1, 2**63, 2**64 + 5, 10**400])
def test_a_limit_of_inferences_beyond_those_that_prolog_counts(limit: int) -> None:
    assert learn(BK, ["fly(a)"], ["fly(c)"], max_inferences=limit).clauses


@pytest.mark.parametrize("option", ["trust", "extend", "noise", "recursion"])
@pytest.mark.parametrize("value", ["no", "", 3, []])
def test_what_is_neither_true_nor_false(option: str, value: Any) -> None:
    with pytest.raises(UsageError, match="is neither True nor False"):
        learn(BK, ["fly(a)"], **{option: value})


def test_a_cluster_is_a_text(directory: Path) -> None:
    for cluster in (3, b"local:1", [], ""):
        with pytest.raises(UsageError, match="write local"):
            learn("t.csv", cluster=cluster)  # type: ignore[arg-type]


@pytest.mark.parametrize("timeout", ["5", b"5", [5], {}, "soon", 5j, -1, math.nan])
def test_time_is_a_number(timeout: Any) -> None:
    with pytest.raises(FoldError, match="is no number of seconds"):
        learn(BK, ["fly(a)"], timeout=timeout)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, int])
def test_numbers_of_numpy_are_those_of_python(kind: Any) -> None:
    two, yes = kind(2), np.bool_(True)
    examples = ["fly(a)", "fly(b)"], ["fly(c)"]
    theory = learn(BK, *examples, beam=two, max_literals=two, max_inferences=kind(200))
    assert learn(BK, *examples, recursion=yes).clauses == theory.clauses
    assert theory.explain(BK, "fly(a)", depth=two).holds
    assert theory.predict(BK, examples[0], explain=True, depth=two)
    assert "#scale" not in theory.render("asp", scale=two)
    validation = api.cross_validate(BK, *examples, folds=two, seed=two, jobs=kind(1))
    assert '"seed": 2' in validation.to_json()
    assert learn(BK, *examples, timeout=10**400).clauses == theory.clauses


@pytest.mark.parametrize("wrong", [0, -1, 101, 10**20, 1.5, None, "3"])
def test_a_depth_is_a_whole_number(wrong: Any) -> None:
    for call in (THEORY.explain, THEORY.predict):
        asked: Any = ["fly(a)"] if call == THEORY.predict else "fly(a)"
        with pytest.raises(UsageError, match=r"too small|too large|no whole number"):
            call(BK, asked, depth=wrong)  # type: ignore[operator]


@pytest.mark.parametrize("wrong", [0, 1.5, "3", None, 10**20])
def test_a_scale_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises(UsageError, match="a whole number from 1 to"):
        THEORY.render("asp", scale=wrong)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: learn("t.csv"), "class_column=NAME; the columns are a, kind"),
        (lambda: learn(BK, ["fly(a)"], class_column="a"), "class_column= is about"),
        (lambda: learn(BK, ["fly(a)"], beam=0), "beam=0 is too small"),
        (lambda: learn(BK, ["fly(a)"], beam=10**30), "beam= is too large"),
        (lambda: learn("t.csv", checkpoint="c"), "give noise=False"),
        (lambda: api.cross_validate(BK, ["fly(a)"], folds="3"), "which folds= takes"),  # type: ignore[arg-type]
        (lambda: api.cross_validate(BK, ["fly(a)"], jobs=0), "jobs=0 is too small"),
    ],
)
def test_messages_name_keyword_arguments(
    call: Callable[[], object], message: str, directory: Path
) -> None:
    Path("t.csv").write_text("a,kind\n1,x\n2,y\n3,x\n")
    with pytest.raises(FoldError) as caught:
        call()
    assert message in str(caught.value)
    assert "--" not in str(caught.value) + caught.value.message


def test_an_option_with_another_name_here() -> None:
    with pytest.raises(TypeError, match="no option exact; give noise=False"):
        learn(BK, ["fly(a)"], exact=True)  # type: ignore[call-arg]


def test_one_source_in_the_place_of_several(directory: Path) -> None:
    Path("more.pl").write_text("cat(d).\n")
    for more in ("more.pl", Path("more.pl"), Text("cat(d)."), ["more.pl"]):
        theory = learn("bk.pl", "pos.pl", ["fly(d)", "fly(c)"], background=more)
        assert theory.clauses == ("fly(X) :- bird(X).",)
    learn("bk.pl", "pos.pl", checkpoint=Path("saved.json"))
    assert Path("saved.json").exists()
