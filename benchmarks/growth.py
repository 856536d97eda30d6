"""Double inputs of many shapes; fail where time or memory grows faster than they do.

    python benchmarks/growth.py [--only WORD ...] [--bytes N] [--limit SECONDS] [--list]

Every shape of shapes.py and of the other files of shapes is written in sizes that
double, the largest below a megabyte, and each of its commands runs on them in a process
of its own. What counts is the processor time of that process, less what a command takes
without work, and the most memory that it has. Where either grows by more than 2.6 from
one size to the next, both are measured again, and the smallest figures count. Less than
a second or 100 MB is not judged. A command that is ended by a signal, takes longer
than the limit, is no command of fold or prints a traceback fails as well. Exit code 1:
something failed.

What users' rules do when they run is theirs: an enumeration of n examples is gone
through for each. Such commands are not among those of a shape.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import file_shapes  # noqa: F401, the shapes register themselves
import theory_shapes  # noqa: F401
import value_shapes  # noqa: F401
from shapes import SHAPES, Files, Shape

GROWTH = 2.6
FLOOR = 1.0, 100.0
"""Seconds and megabytes below which growth is not judged."""
TURNS = 4
"""How often a growth is measured before it counts as too much."""

FOLD = [sys.executable, "-m", "fold_cli"]


class Cost(NamedTuple):
    """What a command took: processor time in seconds, memory in megabytes."""

    seconds: float
    megabytes: float
    fault: str = ""

    def least(self, other: Cost) -> Cost:
        return Cost(
            min(self.seconds, other.seconds),
            min(self.megabytes, other.megabytes),
            self.fault or other.fault,
        )


def cost(command: list[str], directory: Path, limit: int) -> Cost:
    """Run a command and return what it took; what it prints is not kept."""
    with (
        (directory / "stdout").open("wb") as out,
        (directory / "stderr").open("wb") as err,
    ):
        process = subprocess.Popen(command, cwd=directory, stdout=out, stderr=err)
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    fault = ""
    if process.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        fault = f"not done in {limit} s"
    elif process.returncode == 2:
        fault = "no such command"
    elif process.returncode < 0:
        fault = signal.Signals(-process.returncode).name
    elif b"Traceback" in (directory / "stderr").read_bytes():
        fault = "traceback"
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, fault)


def sizes(shape: Shape, largest: int, count: int) -> list[int]:
    """Return the numbers of parts whose files are below the largest size, doubling."""
    n = 1
    while sum(map(len, shape.files(2 * n).values())) <= largest:
        n *= 2
    return [n >> i for i in reversed(range(count)) if n >> i]


def write(files: Files, directory: Path) -> None:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Measurement:
    """The costs of the commands of one shape."""

    def __init__(self, name: str, limit: int, base: Cost) -> None:
        self.name, self.shape = name, SHAPES[name]
        self.limit, self.base = limit, base
        self.failures: list[str] = []

    def run(self, largest: int, count: int) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            top = Path(temporary)
            counts = sizes(self.shape, largest, count)
            for n in counts:
                (top / str(n)).mkdir()
                write(self.shape.files(n), top / str(n))
            for command in self.shape.commands:
                self.measure(command, [top / str(n) for n in counts])

    def measure(self, command: str, directories: list[Path]) -> None:
        words = [*FOLD, *command.split()]
        costs: list[Cost] = []
        verdict = ""
        for directory in directories:
            costs.append(self.above_base(words, directory))
            if len(costs) > 1:
                for _ in range(TURNS - 1):
                    if not self.grows(*costs[-2:]) or costs[-1].fault:
                        break
                    for i in (-2, -1):
                        again = self.above_base(words, directories[len(costs) + i])
                        costs[i] = costs[i].least(again)
            verdict = costs[-1].fault or (
                self.grows(*costs[-2:]) if len(costs) > 1 else ""
            )
            if verdict:
                break
        figures = "  ".join(f"{c.seconds:6.2f} s {c.megabytes:4.0f} MB" for c in costs)
        n = directories[len(costs) - 1].name
        print(
            f"{verdict or 'ok':22} {self.name} x {n}: {command}\n  {figures}",
            flush=True,
        )
        if verdict:
            self.failures.append(f"{self.name}: {command}: {verdict}")

    def above_base(self, words: list[str], directory: Path) -> Cost:
        found = cost(words, directory, self.limit)
        return Cost(
            max(found.seconds - self.base.seconds, 0.0),
            max(found.megabytes - self.base.megabytes, 0.0),
            found.fault,
        )

    @staticmethod
    def grows(before: Cost, after: Cost) -> str:
        """Return what grows too much from one cost to the next, or empty text."""
        for i, what in enumerate(("time", "memory")):
            ratio = after[i] / max(before[i], FLOOR[i] / 4)
            if after[i] > FLOOR[i] and ratio > GROWTH:
                return f"{what} grows by {ratio:.1f}"
        return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="words of names")
    parser.add_argument("--bytes", type=int, default=1_000_000, help="largest input")
    parser.add_argument("--limit", type=int, default=60, help="seconds of one command")
    parser.add_argument("--sizes", type=int, default=4, help="how many, doubling")
    parser.add_argument("--list", action="store_true", help="print the shapes, no more")
    args = parser.parse_args()
    names = [n for n in SHAPES if not args.only or any(w in n for w in args.only)]
    if args.list:
        print(*names, sep="\n")
        return
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(temporary)
        write(SHAPES["examples"].files(1), directory)
        words = [*FOLD, "learn", "bk.pl", "pos.pl", "neg.pl"]
        base = cost(words, directory, args.limit)
        for _ in range(TURNS):
            base = base.least(cost(words, directory, args.limit))
    failures: list[str] = []
    for name in names:
        measurement = Measurement(name, args.limit, base)
        measurement.run(args.bytes, args.sizes)
        failures += measurement.failures
    print(f"\n{len(names)} shapes, {len(failures)} failures", *failures, sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
