"""Directories given as a whole: what else lies in them neither runs, hangs nor clashes.

A problem of each kind, or a table in parts, lies among entries that nobody asked for:
names that a terminal, a shell, Prolog, Python or a tool for Python would act on; pipes,
sockets, loops of links, links that lead outside. Every command that reads a directory
reads it, by its name and as the current directory, and what it writes is loaded by
swipl. ``make fuzz`` tries more of them, and others each time.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mutations import POPPER_BIAS
from support import PATIENCE, PROBLEMS, unmeasured
from test_fuzz import check_reported
from traps import SIGNS, TEXTS, TRAP, check_not_sprung, load_in_swipl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from worker import Worker

CASES = max(8, int(os.environ.get("FOLD_FUZZ", "0")) // 50)
FIRST = random.SystemRandom().randrange(10**9) if "FOLD_FUZZ" in os.environ else 0
PRECIOUS = "mine\n"
ROWS = "colour,size,class\nred,1,yes\nblue,2,no\nred,3,yes\nblue,4,no\n"
PARCELS = {
    f"parcels.{end}": (PROBLEMS / "aleph_parcels" / f"parcels.{end}").read_text()
    for end in "bfn"
}
DIRECTORIES: dict[str, dict[str, str]] = {
    "fold": {
        "bk.pl": "bird(a). bird(b). cat(c). penguin(d). bird(X) :- penguin(X).\n",
        "pos.pl": "fly(a).\nfly(b).\n",
        "neg.pl": "fly(c).\nfly(d).\n",
    },
    "popper": {
        "bk.pl": "on(t1,b1). on(t1,b2). on(t2,b3). block(b1). block(b3).\n",
        "exs.pl": "pos(tall(t1)). neg(tall(t2)).\n",
        "bias.pl": POPPER_BIAS,
    },
    "aleph": PARCELS,
    "ilasp": {
        "task.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\nbird(a). cat(b).\n"
        "#pos({fly(a)}, {fly(b)}).\n",
    },
    "parts": {"1.csv": ROWS, "2.csv": ROWS},
}
THEORIES = {
    "fold": "fly(X) :- bird(X), \\+ penguin(X).\n",
    "parts": "% fold: default theory for class_yes/1\n% class: class yes no\n"
    "% column: colour categorical colour blue red\nclass_yes(X) :- colour(X, red).\n",
}
STARTS = ["init.pl", ".swiplrc", "swipl.rc", "lists.pl", "fold_load.pl", "boot.prc"]
TOOLS = ["pyproject.toml", ".coveragerc", "pytest.ini", ".env", "conftest.py", "x.pth"]
MODULES = ["sitecustomize.py", "usercustomize.py", "json.py", "numpy.py", "fold_cli.py"]
WORDS = ["-o", "--trust", "%s%n", "%(x)s", "{0}", "$(touch ../sprung)", "a\nfold: ok"]
ODD = ["\x1b[31m", "\udcff", "'", '"', "`", "\\", " ", ".", "~", "*", "[!a]", "\u202e"]
STEMS = [*WORDS, *ODD, *TEXTS, *SIGNS, "x" * 250]
ENDS = ["", ".pl", ".b", ".f", ".las", ".csv", ".csv.gz", ".parquet", ".json"]
SCRIPT = "open('../sprung', 'w').close()\n"
TIMED = ["--max-inferences", "200000"]


class Strange:
    """A directory with a problem or a table in it, and what else somebody put there."""

    def __init__(self, path: Path, kind: str, chance: random.Random) -> None:
        self.path, self.kind, self.chance = path, kind, chance
        self.kept = {name: text.encode() for name, text in DIRECTORIES[kind].items()}
        path.mkdir()
        for name, data in self.kept.items():
            (path / name).write_bytes(data)
        self.sockets: list[socket.socket] = []
        for _ in range(chance.randint(1, 2 if kind == "parts" else 6)):
            self.add_entry()

    def name(self) -> str:
        table = self.kind == "parts"  # where all visible names are those of parts
        if self.chance.random() < 0.3:
            name = self.chance.choice([*STARTS, *TOOLS, *MODULES])
            return f"_{name}" if table else name
        stem = self.chance.choice(STEMS).replace("/", "_").replace("\0", "")
        end = self.chance.choice([".csv", ".csv.gz"] if table else ENDS)
        stem = self.chance.choice([stem, f"_{stem}"])
        encoded = stem.encode(errors="surrogateescape")[: 255 - len(end)]
        return encoded.decode(errors="surrogateescape") + end

    def add_entry(self) -> None:
        path = self.path / self.name()
        if os.path.lexists(path):
            return
        outside = str(self.path.parent / "precious")
        links = ["/dev/zero", "/dev/tty", ".", "..", path.name, "nothing", outside]
        kind = self.chance.randrange(5)
        if kind == 0:
            os.mkfifo(path)
        elif kind == 1 and len(os.fsencode(path)) < 100:
            self.sockets.append(socket.socket(socket.AF_UNIX))
            self.sockets[-1].bind(os.fsencode(path))
        elif kind == 2:
            path.symlink_to(self.chance.choice(links))
        elif kind == 3:
            path.mkdir()
        else:
            python = path.suffix in (".py", ".pth")
            texts = [f"{TRAP}\n", "", *DIRECTORIES[self.kind].values()]
            path.write_text(SCRIPT if python else self.chance.choice(texts))

    def commands(self) -> Iterator[tuple[list[str], bool]]:
        """Yield commands, and whether they stand in the directory."""
        out = str(self.path.parent / "out")
        table = ["--positive", "yes"] if self.kind == "parts" else []
        limits = [*table, *TIMED]
        places = [(["room"], False), ([], True), (["."], True)]
        for place, inside in (
            [*places[:1], (["room/*.csv"], False)] if table else places
        ):
            yield ["learn", *place, *limits], inside
            yield ["modes", *place, *limits], inside
            yield ["convert", *place, "-o", out, *limits], inside
            yield (
                ["cv", *place, "--folds", "2", "--jobs", "1", *table,
                 "--save-theories", out], inside,
            )  # fmt: skip
            if self.kind in THEORIES:
                theory = str(self.path.parent / "theory.pl")
                yield ["evaluate", theory, *place], inside
                page = str(self.path.parent / "page.html")
                yield ["report", theory, *place, "-o", page], inside
                if table:
                    yield ["predict", theory, *place], inside

    def check(self) -> None:
        for name, data in self.kept.items():
            assert (self.path / name).read_bytes() == data, name
        assert (self.path.parent / "precious").read_text() == PRECIOUS
        assert not [*self.path.parent.rglob(".*.tmp")]
        check_not_sprung(self.path)

    def remove(self) -> None:
        for each in self.sockets:
            each.close()
        shutil.rmtree(self.path)


@pytest.mark.parametrize("kind", DIRECTORIES)
def test_strange_directories(kind: str, worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text(PRECIOUS)
    (tmp_path / "theory.pl").write_text(THEORIES.get(kind, ""))
    out, bag = tmp_path / "out", tmp_path / "bag"
    bag.mkdir()
    codes = []
    for number in range(FIRST, FIRST + CASES):
        strange = Strange(tmp_path / "room", kind, random.Random(number))
        for command, inside in strange.commands():
            result = worker.run(command, strange.path if inside else tmp_path)
            strange.check()
            assert "\x1b" not in result.err, (number, command)
            check_reported(result)
            codes.append(result.code)
            for path in out.iterdir() if out.exists() else ():
                shutil.move(path, bag / f"{len(codes)}_{path.name}")
        strange.remove()
    assert codes.count(0) > len(codes) / 5
    load_in_swipl(bag, [*bag.iterdir()])


@pytest.mark.parametrize("kind", ["fold", "ilasp"])
def test_started_there(kind: str, tmp_path: Path) -> None:
    """Python and Prolog start in such a directory as anywhere."""
    (tmp_path / "precious").write_text(PRECIOUS)
    strange = Strange(tmp_path / "room", kind, random.Random(0))
    for name in [*STARTS, *TOOLS, *MODULES]:
        if not os.path.lexists(strange.path / name):
            script = SCRIPT if name.endswith((".py", ".pth")) else f"{TRAP}\n"
            (strange.path / name).write_text(script)
    result = subprocess.run(
        [str(Path(sys.executable).parent / "fold"), "learn", "--dialect", kind],
        cwd=strange.path,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    strange.check()
    assert result.returncode == 0, result.stderr
    strange.remove()
