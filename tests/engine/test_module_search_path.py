"""An untrusted working directory: no command runs anything in it.

The folder holds a trap under every name that Python or Prolog might look for: each
module that is installed or in the standard library, each of Prolog's libraries and of
our own Prolog files, initialisation files, saved states, programs that are run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import PATIENCE, ROOT, unmeasured, write_files

from fold_cli.engine.module_search_path import import_path, program_path
from fold_cli.engine.prolog import engine

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = ["bk.pl", "pos.pl", "neg.pl"]
TABLE = ["data.csv", "--positive", "yes"]
INPUTS = {
    "bk.pl": (
        ":- use_module(library(lists)).\n:- use_module(library(aggregate)).\n"
        "bird(a). bird(b). penguin(c). cat(d). size(a, 1). size(c, 2).\n"
        "big(X) :- size(X, N), aggregate_all(count, member(_, [x]), C), N > C.\n"
        "near(X) :- bird(X), maplist(=(_), [X]), sum_list([1], 1), nth0(0, [X], X).\n"
    ),
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\nfly(d).\n",
    "theory.pl": "fly(X) :- bird(X), \\+ ab0(X).\nab0(X) :- penguin(X).\n",
    "data.csv": "colour,size,class\nred,1,yes\nblue,2,no\nred,3,yes\nblue,4,no\n",
    "rules.pl": (
        "% fold: default theory for class_yes/1\n% class: class yes no\n"
        "% column: colour categorical colour blue red\n"
        "class_yes(X) :- colour(X, red).\n"
    ),
    "parts/1.csv": "colour,size\nred,1\n",
    "task.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\nbird(a). x(a). x(b).\n"
    "#pos({fly(a)}, {fly(b)}).\n",
}
ROWS = ["rules.pl", "data.csv"]
WORKERS = ["--cluster", "local:1"]
FOLDS = ["--folds", "2", "--jobs", "2"]
COMMANDS = {
    "learn": ["learn", *FILES],
    "learn-table": ["learn", *TABLE],
    "learn-text": ["learn", *FILES, "--format", "text"],
    "learn-cluster": ["learn", *TABLE, *WORKERS],
    "learn-memory": ["learn", *TABLE, "--memory", "300MB"],
    "learn-task": ["learn", "task.las"],
    "cv": ["cv", *FILES, *FOLDS],
    "cv-table": ["cv", *TABLE, *FOLDS, "--report", "folds.html"],
    "cv-cluster": ["cv", *FILES, "--folds", "2", *WORKERS],
    "modes": ["modes", *FILES],
    "show": ["show", "theory.pl"],
    "show-python": ["show", "rules.pl", "--format", "python"],
    "show-html": ["show", "rules.pl", "--format", "html"],
    "report": ["report", *ROWS, "-o", "page.html"],
    "evaluate": ["evaluate", "theory.pl", *FILES],
    "evaluate-cluster": ["evaluate", *ROWS, *WORKERS],
    "predict": ["predict", "theory.pl", "bk.pl", "pos.pl"],
    "predict-parquet": ["predict", *ROWS, "-o", "rows.parquet", "--append"],
    "predict-cluster": ["predict", "rules.pl", "parts", "-o", "predicted", *WORKERS],
    "explain": ["explain", "theory.pl", "bk.pl", "fly(a)"],
    "convert": ["convert", *FILES, "-o", "converted"],
    "doctor": ["doctor"],
    "help": ["--help"],
    "help-of-one": ["cv", "--help"],
    "version": ["--version"],
}

SCRIPT = [str(Path(sys.executable).parent / "fold")]
MODULE = [sys.executable, "-m", "fold_cli"]


@dataclass(frozen=True)
class Start:
    """A way to start the program, and what Python imports before our first line."""

    command: list[str]
    imports: str = ""  # what is imported by Python itself, from the current directory
    pythonpath: str | None = None


STARTS = {
    "script": Start(SCRIPT),
    "module": Start(MODULE, "runpy"),
    "pythonpath": Start(SCRIPT, "re", f"{os.pathsep}.{os.pathsep}"),
}
ANY_START = ("learn", "cv", "doctor", "help-of-one", "version")
"""Commands that are started in every way; the others only by PYTHONPATH."""

WAYS = [
    (way, name)
    for way in STARTS
    for name in COMMANDS
    if way == "pythonpath" or name in ANY_START
]


XDG = {"XDG_CONFIG_HOME": ".config", "XDG_CONFIG_DIRS": ".config:."}
"""Where Prolog looks for libraries each time that it loads one."""


CUSTOMS = {"sitecustomize", "usercustomize"}
"""What Python imports when it starts, if it is there."""


def names_of_modules() -> set[str]:
    """Return the names of all modules there are, at the top level."""
    names = {*sys.stdlib_module_names, *packages_distributions(), *sys.modules}
    names |= CUSTOMS
    names = {name.partition(".")[0] for name in names} - {"__main__"}
    return {name for name in names if name.isidentifier()}


def imported_by_python(start: Start) -> set[str]:
    """Return what Python has imported before it comes to our first line.

    With ``-m`` or a relative PYTHONPATH it looks for these in the current directory,
    whatever the program is, and for the program itself.
    """
    if not start.imports:
        return set()
    asked = f"import sys, {start.imports}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", asked],
        env=unmeasured(),
        capture_output=True,
        text=True,
        check=True,
    )
    names = {name.partition(".")[0] for name in result.stdout.split()} | {"fold_cli"}
    return names | CUSTOMS if start.pythonpath else names


class Folder:
    """A folder full of traps; ``sprung`` beside it tells which have been run."""

    def __init__(self, parent: Path, left_out: set[str]) -> None:
        self.path, self._sprung = parent / "folder", parent / "sprung"
        self.path.mkdir()
        write_files(self.path, INPUTS)
        for name in names_of_modules() - left_out:
            text = f"open({str(self._sprung)!r}, 'a').write({name!r} + '\\n')\n"
            (self.path / f"{name}.py").write_text(text)
        self._set_prolog_traps()
        for name in ("swipl", "uname", "sh", "cat", "rm", "ldconfig", "gcc", "ld"):
            program = self.path / name
            program.write_text(f"#!/bin/sh\necho {name} >> {self._sprung}\n")
            program.chmod(0o755)

    def _set_prolog_traps(self) -> None:
        libraries = Path(engine().paths()[1], "library").rglob("*.pl")
        names = {path.stem for path in (*libraries, *(ROOT / "prolog").rglob("*.pl"))}
        rooms = ["", "library", "lib", "prolog", ".config/swi-prolog/lib"]
        for name in names:
            for room in rooms:
                self._prolog_trap(Path(room, f"{name}.pl"))
        pack = Path(".local", "share", "swi-prolog", "pack", "lists")
        for name in ("init.pl", ".swiplrc", "swipl.rc", "pl.ini", "swipl.ini"):
            self._prolog_trap(Path(name))
            self._prolog_trap(Path(".config", "swi-prolog", name))
        self._prolog_trap(pack / "pack.pl")
        self._prolog_trap(pack / "prolog" / "lists.pl")
        state, source = self.path.parent / "state", self._prolog_trap(Path("state.pl"))
        compiled = ["swipl", "-f", "none", "-o", str(state), "-c", str(source)]
        subprocess.run(compiled, capture_output=True, check=True)
        for name in ("swipl.prc", ".prc", "boot.prc"):
            shutil.copy(state, self.path / name)
        self._sprung.unlink(missing_ok=True)

    def _prolog_trap(self, name: Path) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"spring :- open('{self._sprung}', append, S), write(S, '{name}'), nl(S), "
            "close(S).\n:- initialization(spring).\n"
        )
        return path

    def run(
        self, *command: str, pythonpath: str | None = None, path: str = ""
    ) -> subprocess.CompletedProcess[str]:
        env = unmeasured() | {"HOME": str(self.path)}
        env = {k: v for k, v in env.items() if not k.startswith(("XDG_", "PYTHONPATH"))}
        env |= {} if pythonpath is None else {"PYTHONPATH": pythonpath} | XDG
        env["PATH"] = path + env["PATH"]
        return subprocess.run(
            command,
            cwd=self.path,
            env=env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def sprung(self) -> set[str]:
        """Return which traps have been run, and forget them."""
        found = self._sprung.read_text() if self._sprung.exists() else ""
        self._sprung.unlink(missing_ok=True)
        return {*found.split("\n")} - {""}


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Folder]:
    """Return how to get the folder for a way to start; its traps are set once."""

    def folder(way: str) -> Folder:
        parent = tmp_path_factory.mktemp("stranger")
        return Folder(parent, imported_by_python(STARTS[way]))

    return cache(folder)


@pytest.mark.parametrize(("way", "name"), WAYS)
def test_no_trap_springs(way: str, name: str, folders: Callable[[str], Folder]) -> None:
    start, folder = STARTS[way], folders(way)
    command = [*start.command, *COMMANDS[name]]
    result = folder.run(*command, pythonpath=start.pythonpath, path=".::")
    assert (folder.sprung(), result.returncode) == (set(), 0), result.stderr


LIBRARY = """
import fold_cli
from fold_cli.sklearn import FoldClassifier
if __name__ == "__main__":
    files = "bk.pl", "pos.pl", "neg.pl"
    theory = fold_cli.learn(*files)
    theory.evaluate(*files), theory.explain("bk.pl", "fly(a)"), theory.to_json()
    fold_cli.cross_validate(*files, folds=2, jobs=2)
    fold_cli.cross_validate(*files, folds=2, cluster="local:1")
    fold_cli.learn("data.csv", positive="yes", cluster="local:1")
    FoldClassifier().fit([[1], [2], [3]], ["y", "n", "y"]).to_prolog()
"""


def test_a_program_that_uses_the_library(
    folders: Callable[[str], Folder], tmp_path: Path
) -> None:
    folder = folders("script")
    program = tmp_path / "program.py"
    program.write_text(LIBRARY)
    result = folder.run(sys.executable, str(program))
    assert (folder.sprung(), result.returncode) == (set(), 0), result.stderr


def test_the_traps_can_spring(folders: Callable[[str], Folder]) -> None:
    folder = folders("script")
    folder.run(sys.executable, "-c", "import imaplib")
    assert folder.sprung()
    folder.run("uname", path=".:")
    assert folder.sprung() == {"uname"}
    folder.run("swipl", "-g", "halt")
    assert folder.sprung() == {".config/swi-prolog/init.pl"}
    folder.run("swipl", "-g", "consult(lists)", "-t", "halt")
    assert "lists.pl" in folder.sprung()
    folder.run(sys.executable, "-I", "-c", "from pyswip import prolog")
    assert "state.pl" in folder.sprung()


# The path


@pytest.mark.parametrize(
    ("entries", "pythonpath", "expected"),
    [
        (["", "/lib", "LIBRARY", "/site"], "", ["/lib", "LIBRARY", "/site"]),
        (["HERE", "/lib", "LIBRARY", "/site"], "", ["/lib", "LIBRARY", "/site"]),
        (["HERE", "LIBRARY", "/site", "HERE"], "", ["LIBRARY", "/site", "HERE"]),
        (["mine", "/abs", "LIBRARY"], "mine:/abs", ["/abs", "LIBRARY"]),
        (["HERE/mine", "/abs", "LIBRARY"], "mine:/abs", ["/abs", "LIBRARY"]),
        (["HERE", "HERE/mine", "LIBRARY"], "HERE/", ["HERE", "HERE/mine", "LIBRARY"]),
        (["HERE", "LIBRARY"], ".:HERE", ["HERE", "LIBRARY"]),
        (["HERE", "/lib"], "", ["/lib"]),
    ],
    ids=[
        *["empty", "m", "installed", "relative", "made-absolute", "absolute"],
        *["both", "no-library"],
    ],
)
def test_what_stands_for_the_current_directory_is_left_out(
    entries: list[str],
    pythonpath: str,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def real(text: str) -> str:
        library = str(Path(os.__file__).parent)
        return text.replace("HERE", str(tmp_path)).replace("LIBRARY", library)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", real(pythonpath))
    monkeypatch.setattr(sys, "path", [*map(real, entries)])
    assert import_path() == [*map(real, expected)]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/bin:/opt/bin", "/bin:/opt/bin"),
        (".:/bin::bin:../bin:", "/bin"),
        ("", os.defpath),
        (".", os.defpath),
    ],
)
def test_programs_of_the_current_directory_are_not_found(
    path: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path)
    assert program_path() == expected


def test_a_current_directory_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert import_path() == [entry for entry in sys.path if entry]
    (tmp_path / "bk.pl").write_text("bird(a).\n")
    (tmp_path / "pos.pl").write_text("fly(a).\n")
    (tmp_path / "neg.pl").write_text("fly(b).\n")
    files = ["../bk.pl", "../pos.pl", "../neg.pl"]
    result = subprocess.run(
        [*SCRIPT, "learn", "-q", *files], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
