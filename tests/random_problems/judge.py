"""Theories run in plain SWI-Prolog."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = Path(__file__).with_name("judge.pl")


@dataclass(frozen=True)
class Job:
    """Files to run: names in a directory, or paths."""

    directory: Path
    backgrounds: tuple[str, ...]
    theory: str
    positives: str
    negatives: str
    verdict: str

    def __str__(self) -> str:
        backgrounds = f"[{', '.join(map(_quoted, self.backgrounds))}]"
        files = (self.theory, self.positives, self.negatives, self.verdict)
        rest = ", ".join(map(_quoted, files))
        return f"job({_quoted(str(self.directory))}, {backgrounds}, {rest}).\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


@dataclass
class Verdict:
    """What was found: examples as ``t``, ``f`` or, where one raises an error, ``e``."""

    examples: tuple[int, int] = (0, 0)
    holds: tuple[str, str] = ("", "")
    clauses: list[tuple[str, str]] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)
    listed: int = 0
    messages: list[str] = field(default_factory=list)  # about the theory
    background: list[str] = field(default_factory=list)  # about the background
    errors: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    done: bool = False


def judge(jobs: Sequence[Job]) -> list[Verdict]:
    """Run theories in one process of swipl, and return what it found of each."""
    if jobs:
        process = subprocess.Popen(
            ["swipl", "-q", "-g", "judge:main", "-t", "halt", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,
        )
        try:
            process.communicate("".join(map(str, jobs)), timeout=300 + 5 * len(jobs))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with what it has forked
            process.wait()
    return [_read(job.directory / job.verdict) for job in jobs]


def _read(path: Path) -> Verdict:
    verdict = Verdict()
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            _add(verdict, *line.partition(" ")[::2])
    return verdict


def _add(verdict: Verdict, tag: str, rest: str) -> None:
    if tag in ("examples", "size"):
        setattr(verdict, tag, _pair(rest))
    elif tag in ("errors", "late"):
        getattr(verdict, tag).append(rest)
    elif tag == "message":
        phase, _, text = rest.partition(" ")
        getattr(verdict, "messages" if phase == "theory" else "background").append(text)
    elif tag == "holds":
        verdict.holds = _signs(rest)
    elif tag == "clause":
        verdict.clauses.append(_signs(rest))
    elif tag == "listed":
        verdict.listed = int(rest)
    elif tag == "done":
        verdict.done = True


def _pair(text: str) -> tuple[int, int]:
    one, two = text.split()
    return int(one), int(two)


def _signs(text: str) -> tuple[str, str]:
    found = re.fullmatch(r"\[([tfe]*)\] \[([tfe]*)\]", text)
    assert found, text
    return found[1], found[2]


def counts(signs: tuple[str, str]) -> tuple[int, int]:
    """Return how many positives and negatives hold."""
    return signs[0].count("t"), signs[1].count("t")
