"""What several test files share."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from forks import Forks

from fold_cli.files.theories import read_theory
from fold_cli.theory.terms import Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fold_cli.theory.theory import Theory

    Write = Callable[[str, str | bytes], Path]
    """The fixture that writes a file with a name and text."""

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS = ROOT / "tests" / "problems"
DATA = Path(os.environ.get("FOLD_DATA", ROOT.parent / "shared" / "data"))
PATIENCE = 300
"""Seconds after which a command counts as one that does not end, on any machine."""

BIRDS = (str(PROBLEMS / "birds" / "bk.pl"), str(PROBLEMS / "birds" / "pos.pl"))


@cache
def text_of(name: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def unmeasured() -> dict[str, str]:
    """Return the environment for a process that coverage is not to measure.

    A signal that arrives while coverage holds a lock of its own makes the process wait
    for ever, so what is signalled, killed or stopped by a time limit is not measured.
    """
    return {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")}


FORKS = Forks(PATIENCE, lambda: dict(os.environ))
UNMEASURED_FORKS = Forks(PATIENCE, unmeasured)


def unmeasured_forks() -> Forks:
    """Return what runs commands that coverage is not to measure."""
    return FORKS if unmeasured() == os.environ else UNMEASURED_FORKS


def fold(
    *args: str | Path,
    cwd: Path | None = None,
    stdin: str | bytes = "",
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own.

    One that needs an environment is started as users do; the others are forks of a
    process that has all loaded.
    """
    words = [*map(str, args)]
    if env is None:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        forks = unmeasured_forks() if "--timeout" in words else FORKS
        return forks.run(words, cwd, stdin=data)
    return subprocess.run(
        [sys.executable, "-m", "fold_cli", *words],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def printed(*args: str | Path, cwd: Path | None = None) -> str:
    """Run a command, which must succeed, and return what it prints."""
    result = fold(*args, cwd=cwd)
    assert result.returncode == 0, result.stderr
    return result.stdout


def refusal(*args: str | Path, cwd: Path | None = None) -> str:
    """Run a command, which must be an error, and return its message."""
    result = fold(*args, cwd=cwd)
    assert (result.returncode, result.stdout) == (1, ""), result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr


def run_script(
    script: str, *args: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script that changes something and calls the command, unmeasured."""
    return unmeasured_forks().run([*args], cwd, script=script)


def learned(*args: str | Path, cwd: Path | None = None) -> str:
    """Run ``fold learn -q``, which must succeed, and return the theory."""
    result = fold("learn", "-q", *args, cwd=cwd)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def swipl(
    *goals: str, files: tuple[str | Path, ...] = (), stdin: str | None = None
) -> list[str]:
    """Run goals in real swipl and return the lines that they print."""
    command = ["swipl", "-q"]
    for goal in goals:
        command += ["-g", goal]
    result = subprocess.run(
        [*command, "-t", "halt", *map(str, files)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "error" not in result.stderr.lower(), result.stderr
    assert "warning" not in result.stderr.lower(), result.stderr
    return result.stdout.splitlines()


def write_files(directory: Path, files: Mapping[str, str]) -> list[Path]:
    """Write texts under their names, and return the paths."""
    paths = [directory / name for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return paths


def write_problem(directory: Path, bk: str, pos: str, neg: str) -> list[Path]:
    """Write the three files of a problem, and return their paths."""
    return write_files(directory, {"bk.pl": bk, "pos.pl": pos, "neg.pl": neg})


def rules_saved(checkpoint: Path) -> int:
    """Return how many rules a checkpoint has; it is always whole."""
    if not checkpoint.exists():
        return 0
    return len(json.loads(checkpoint.read_text())["parts"][""]["rules"])


def clauses(text: str) -> list[str]:
    """Return a theory's clauses without comments and line breaks."""
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    return [" ".join(part.split()) for part in body.split("\n\n") if part.strip()]


def meaning(theory: Theory) -> frozenset[object]:
    """Return what does not depend on the names of exceptions or order of clauses."""
    groups: dict[str, list[tuple[object, ...]]] = {}
    for learned_clause in theory.clauses:
        clause = learned_clause.clause
        groups.setdefault(clause.name, []).append(clause.body)

    def rules(name: str) -> frozenset[object]:
        return frozenset(tuple(map(named, body)) for body in groups[name])

    def named(literal: object) -> object:
        if isinstance(literal, Literal) and re.fullmatch(r"ab\d+", literal.name):
            return (literal.negated, literal.args, rules(literal.name))
        return literal

    return rules(theory.target.name)


def meaning_of_text(text: str, tmp_path: Path) -> frozenset[object]:
    """Return the meaning of a theory given as text."""
    path = tmp_path / "meaning.pl"
    path.write_text(text, encoding="utf-8")
    return meaning(read_theory(str(path)))
