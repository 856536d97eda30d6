"""Real faults: damaged checkpoints, full disks, files of absurd size."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, PROBLEMS, fold, learned, rules_saved, unmeasured

from fold_cli.errors import FoldError
from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning import checkpoint
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Write
    from worker import Worker


SMALL = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
os.execv(sys.executable, [sys.executable, "-m", "fold_cli", *sys.argv[1:]])
"""
"""Runs the command where files have at most 100 bytes."""


# Checkpoints


class Killed(BaseException):
    """Ends a run in the midst of it, without being caught."""


def sources_of(name: str) -> Sources | TableSource:
    directory = PROBLEMS / name
    if (directory / "bias.pl").exists():
        return Sources((str(directory),))
    if (directory / "parcels.b").exists():
        return Sources((str(directory / "parcels.b"),))
    negatives = directory / "neg.pl"
    return Sources(
        (str(directory / "bk.pl"),),
        str(directory / "pos.pl"),
        str(negatives) if negatives.exists() else None,
    )


@pytest.mark.parametrize(
    "name",
    ["birds", "nested_exceptions", "play_tennis", "popper_towers", "aleph_parcels"],
)
@pytest.mark.parametrize("algorithm", ["fold", "foil"])
def test_continued_after_every_rule(
    name: str, algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0)
    sources, options = sources_of(name), Options(algorithm)
    expected = to_prolog(api.learn(sources, options).theory)
    saved = str(tmp_path / "saved.json")
    save = checkpoint.Checkpoint.save

    def save_and_die(self: checkpoint.Checkpoint, *args: object) -> None:
        before = rules_saved(Path(saved))
        save(self, *args)  # type: ignore[arg-type]
        if rules_saved(Path(saved)) != before:
            raise Killed

    monkeypatch.setattr(checkpoint.Checkpoint, "save", save_and_die)
    for _ in range(20):
        try:
            theory = api.learn(sources, options, checkpoint=saved).theory
            break
        except Killed:
            continue
    assert to_prolog(theory) == expected


def test_tables_have_checkpoints_too(write: Write, tmp_path: Path) -> None:
    kinds = ["\U0001f642", "\u2ffc", "a\u0241"]  # newer than some Unicode
    rows = "".join(
        f"{i},{kinds[i % 3]},{'yes' if i % 4 else 'no'}\n" for i in range(40)
    )
    table = write("t.csv", f"a,b,class\n{rows}")
    saved = tmp_path / "saved.json"
    args = ["learn", "-q", table, "--positive", "no", "--exact"]
    text = learned(*args[2:])
    for _ in range(2):
        assert fold(*args, "--checkpoint", saved).stdout == text
    table.write_text(table.read_text() + "7,7,no\n")
    result = fold(*args, "--checkpoint", saved)
    assert result.returncode == 1
    assert "is the checkpoint of a run with other files or options" in result.stderr


def test_a_checkpoint_belongs_to_its_run(tmp_path: Path) -> None:
    for path in BIRDS:
        shutil.copy(path, tmp_path)
    saved = tmp_path / "saved.json"
    learn = ["learn", "-q", "bk.pl", "pos.pl", "--checkpoint", "saved.json"]
    assert fold(*learn, cwd=tmp_path).returncode == 0
    assert fold(*learn, cwd=tmp_path).returncode == 0
    for change in (["--max-literals", "1"], ["--algorithm", "foil"]):
        result = fold(*learn, *change, cwd=tmp_path)
        assert result.returncode == 1
        assert "saved.json: is the checkpoint of a run with other" in result.stderr
    with (tmp_path / "bk.pl").open("a") as file:
        file.write("bird(new).\n")
    assert "other files or options" in fold(*learn, cwd=tmp_path).stderr
    saved.write_text("{")
    result = fold(*learn, cwd=tmp_path)
    assert (
        result.stderr
        == "fold: error: saved.json: is there, and is no checkpoint of fold; name "
        "another file\n"
    )
    assert saved.read_text() == "{"


EIGHT = base64.b64encode(zlib.compress(bytes([255, *[0] * 7]))).decode()
BAD_ROWS = [["a). :- shell(x"]] * 8


@pytest.mark.parametrize(
    "change",
    [
        lambda part: part["rules"].append([[["literal", "shell", [0], False]], [], ""]),
        lambda part: part["rules"][0].pop(),
        lambda part: part["rules"][0][0].append(["member", [["d1"]]]),
        lambda part: part["rules"].append([[["member", [["d1"]]]], [], EIGHT]),
        lambda part: part["rules"].append([[["member", BAD_ROWS]], [], EIGHT]),
        lambda part: part["rules"][0].__setitem__(2, "AAAA"),
        lambda part: part.pop("rules"),
        lambda part: part["rules"].append(0),
    ],
    ids=["predicate", "shape", "member", "count", "text", "bits", "none", "number"],
)
def test_a_damaged_checkpoint_is_refused(
    change: Callable[[object], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0)
    sources = sources_of("play_tennis")
    saved = tmp_path / "saved.json"
    api.learn(sources, checkpoint=str(saved))
    data = json.loads(saved.read_text())
    change(data["parts"][""])
    saved.write_text(json.dumps(data))
    with pytest.raises(FoldError, match=r"is damaged|is not one term"):
        api.learn(sources, checkpoint=str(saved))


# Output


def test_a_disk_that_fills(tmp_path: Path) -> None:
    out = tmp_path / "theory.pl"
    out.write_text("before")
    for target in (["-o", "theory.pl"], ["--checkpoint", "saved.json"]):
        result = subprocess.run(
            [sys.executable, "-c", SMALL, "learn", "-q", *BIRDS, *target],
            cwd=tmp_path,
            env=unmeasured(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 1
        assert result.stderr == (
            f"fold: error: {target[1]}: cannot be written: File too large\n"
        )
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_full_tmpfs(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        out = tmp_path / "theory.pl"
        out.write_text("before")
        with pytest.raises(OSError, match="No space"):
            (tmp_path / "filler").write_bytes(bytes(2**20))
        result = fold("learn", *BIRDS, "-q", "-o", out)
        assert result.returncode == 1
        assert "cannot be written: No space left on device" in result.stderr
        assert out.read_text() == "before"
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "filler",
            "theory.pl",
        ]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=False)


# Files of absurd size

DEEP = "f(" * 100_000 + "x" + ")" * 100_000
NESTED = "f(" * 3000 + "x" + ")" * 3000
MODES = ":- modeh(1, fly(+x)).\n:- modeb(*, bird(+x)).\n"
LONG = f"[{','.join(map(str, range(1_000_000)))}]"
SHORTER = f"[{','.join(map(str, range(100_000)))}]"
LOUD = "'" + "x" * 1_000_000 + "'"
VARIED = ",".join(f"_A{i},B{i},B{i}" for i in range(20_000))
ABSURD = {
    "a-million-elements": (f"bird(a).\nhas(c, {LONG}).\n", None),
    "a-megabyte-atom": (f"bird(a).\nhas(c, {LOUD}).\n", None),
    "nested": (f"bird(a).\nhas(a, {DEEP}).\n", "bk.pl:2: a term is nested"),
    "nested-lists": (f"bird({'[' * 10**5}{']' * 10**5}).\n", "bk.pl:1: a term is"),
    "nested-operators": (f"bird(a).\nhas(a, {'- ' * 10**5}1).\n", "bk.pl:2: a term is"),
    "nested-negation": (f"p(X) :- {'not ' * 10**5}p(X).\n", "bk.pl:1: a term is"),
    "many-goals": (f"bird(a).\np(X) :- {'bird(X), ' * 10**5}true.\n", ":2: a term"),
    "some-goals": (f"bird(a).\np(X) :- {'bird(X), ' * 4000}true.\n", None),
    "nested-directive": (f"bird(a).\n:- foo({DEEP}).\n", "bk.pl:2: a term is"),
    "nested-mode": (f":- modeb(*, p(#{DEEP})).\nbird(a).\n", "bk.pl:1: a term is"),
    "nested-type": (f"{MODES}:- modeb(*, p(+x, #{NESTED})).\nbird(a).\n", None),
    "arity": (f"bird(a).\np({'a,' * 10**5}a).\n", ":2: p has 100001 arguments"),
    "many-variables": (f"bird(a).\nhas([{VARIED}]).\n", None),
    "unbalanced-text": ("bird(a).\n" + "text(c, 'a ((( b').\n" * 4000, None),
    "unbalanced-comments": ("bird(a).\n" + "% :-(\n" * 9000, None),
}  # fmt: skip


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_backgrounds(
    name: str, worker: Worker, write: Write, tmp_path: Path
) -> None:
    text, message = ABSURD[name]
    write("bk.pl", text)
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    if message is None:
        assert result.code == 0, result.err
        assert "fly(X) :- bird(X)." in result.out
    else:
        assert result.code == 1
        assert message in result.err


@pytest.mark.parametrize(
    ("text", "code"),
    [(f"fly({SHORTER}).\n", 0), (f"fly({LOUD}).\n", 0), (f"fly({DEEP}).\n", 1)],
    ids=["list", "atom", "nested"],
)
def test_absurd_examples(
    text: str, code: int, worker: Worker, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", "bird(a).\n")
    write("pos.pl", text)
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    assert result.code == code, result.err[:1000]
    if SHORTER in text:
        return  # reading so long a theory again takes a while, and nothing else
    write("theory.pl", result.out if code == 0 else f"fly(X) :- p(X, {DEEP}).\n")
    for args in (["show", "theory.pl"], ["evaluate", "theory.pl", "bk.pl", "pos.pl"]):
        assert worker.run(args, tmp_path).code == code


def test_a_term_that_rules_nest_too_deeply(
    worker: Worker, write: Write, tmp_path: Path
) -> None:
    write(
        "bk.pl",
        ":- modeh(1, fly(+x)).\n:- modeb(*, has(+x, #y)).\nbird(a). bird(c).\n"
        "has(X, Y) :- bird(X), numlist(1, 100000, L), foldl(wrap, L, X, Y).\n"
        "wrap(_, X, s(X)).\n",
    )
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], tmp_path)
    assert result.code == 1
    assert "a term is nested more than 5000 deep" in result.err


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"bird(a).\nbird(\0).\n", "bk.pl:2: a NUL character"),
        (b"bird(a).\n\nbird(\xff\xfe).\n", "bk.pl:3: not UTF-8 text"),
        (b"\xff\xfeb\0i\0r\0d\0", "bk.pl:1: UTF-16 text; save the file as UTF-8"),
        (b"bird('\\x0\\').\nbird(a).\n", None),
        (b"bird('\\uD800').\nbird(a).\n", None),
    ],
    ids=["nul", "invalid", "utf-16", "escaped-nul", "surrogate"],
)
def test_bytes_that_are_no_text(
    data: bytes, message: str | None, worker: Worker, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", data)
    write("pos.pl", "fly(a).\nfly('\\x0\\').\n")
    write("neg.pl", "fly(b).\n")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl", "-o", "t.pl"], tmp_path)
    if message:
        assert result.code == 1
        assert message in result.err
    else:
        assert result.code == 0 or "bk.pl:1: " in result.err, result.err
