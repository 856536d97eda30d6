"""Double inputs of many shapes; fail where time or memory grows faster than they do.

    python benchmarks/growth.py [--only WORD ...] [--bytes N] [--limit SECONDS] [--list]
                                [--floor SECONDS] [--record FILE [--minutes M]]

Every shape of shapes.py and of the other files of shapes is written as large as it gets
within a megabyte, and half as large; each of its commands runs on the larger one in a
process of its own. What counts is the processor time of that process, less what a
command takes without work, and the most memory that it has. Above the floor (a second,
100 MB) the command runs on the smaller one too. Where a figure has grown by more than
2.6 (or what shapes.py says with a reason), both are measured again, and the smallest
count. A command that is ended by a
signal, takes longer than the limit or more than 4 GB, is no command of fold or prints a
traceback fails as well. Exit code 1: something failed.

A line tells how each command ended, with an error's message. With ``--record`` what was
found of finished shapes is kept in a file, from which a later run goes on; with
``--minutes`` no shape begins after so long. So all shapes can be run in pieces, and the
last piece ends with the summary of them all.

What users' rules do when they run is theirs: an enumeration of n examples is gone
through for each. Such commands are not among those of a shape.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import file_shapes  # noqa: F401, the shapes register themselves
import form_shapes  # noqa: F401
import mixed_shapes  # noqa: F401
import row_shapes  # noqa: F401
import task_shapes  # noqa: F401
import theory_shapes  # noqa: F401
import value_shapes  # noqa: F401
from shapes import SHAPES, Files, Shape

MOST_MEGABYTES = 4000
TURNS = 3
"""How often a growth is measured before it counts as too much."""

FOLD = [sys.executable, "-m", "fold_cli"]


class Cost(NamedTuple):
    """What a command took: processor time in seconds, memory in megabytes."""

    seconds: float
    megabytes: float
    fault: str = ""
    ending: str = ""

    def least(self, other: Cost) -> Cost:
        return Cost(
            min(self.seconds, other.seconds),
            min(self.megabytes, other.megabytes),
            self.fault or other.fault,
            self.ending,
        )


class Result(NamedTuple):
    """How a command ended on files of one shape."""

    shape: str
    parts: int
    size: int  # of the files, in bytes
    command: str
    verdict: str
    seconds: float
    megabytes: float
    growth: str
    ending: str

    def line(self) -> str:
        return (
            f"{self.verdict:20} {self.seconds:6.2f} s {self.megabytes:5.0f} MB "
            f"{self.growth:>9}  {self.shape} x {self.parts} ({self.size:,} bytes): "
            f"{self.command}: {self.ending}"
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
    code = process.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    told = (directory / "stderr").read_bytes().decode(errors="replace")
    fault = ""
    if code in (-signal.SIGKILL, -signal.SIGXCPU) or seconds > limit:
        fault = f"not done in {limit} s"
    elif code == 2:
        fault = "no such command"
    elif code < 0:
        fault = signal.Signals(-code).name
    elif "Traceback" in told:
        fault = "traceback"
    elif megabytes > MOST_MEGABYTES:
        fault = "too much memory"
    errors = [line for line in told.splitlines() if line.startswith("fold: error")]
    ending = f"exit {code}" + (f", {errors[0][:120]}" if errors else "")
    return Cost(seconds, megabytes, fault, ending)


def size(files: Files) -> int:
    return sum(len(text.encode()) for text in files.values())


def most_parts(shape: Shape, largest: int) -> int:
    """Return about the greatest number of parts whose files have no more bytes."""
    n = 1
    while size(shape.files(2 * n)) <= largest:
        n *= 2
    for _ in range(4):
        more = n * largest // max(1, size(shape.files(n)))
        while more > n and size(shape.files(more)) > largest:
            more -= max(1, (more - n) // 2)
        if more <= n * 1.01:
            break
        n = more
    return n


def write(files: Files, directory: Path) -> None:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Measurement:
    """The costs of the commands of one shape."""

    def __init__(self, name: str, limit: int, floor: float, base: Cost) -> None:
        self.name, self.shape = name, SHAPES[name]
        self.limit, self.base = limit, base
        self.floor = floor, 100 * floor  # seconds and megabytes

    def run(self, largest: int) -> list[Result]:
        """Measure all commands, at the largest number of parts and at half of it."""
        with tempfile.TemporaryDirectory() as temporary:
            most = most_parts(self.shape, largest)
            whole, half = Path(temporary, "whole"), Path(temporary, "half")
            for directory, n in (whole, most), (half, most // 2):
                directory.mkdir()
                write(self.shape.files(n), directory)
            given = size(self.shape.files(most))
            done: list[str] = []  # what has run on the half
            results = []
            for command in self.shape.commands:
                result = self.measure(command, whole, half, done)._replace(
                    parts=most, size=given
                )
                print(result.line(), flush=True)
                results.append(result)
        return results

    def measure(self, command: str, whole: Path, half: Path, done: list[str]) -> Result:
        after, growth, grown = self.above_base(command, whole), "", ""
        if not after.fault and any(
            found > floor for found, floor in zip(after, self.floor, strict=False)
        ):
            for earlier in self.shape.commands:
                if earlier == command:
                    break
                if " -o " in earlier and earlier not in done:  # this one may read it
                    self.above_base(earlier, half)
                    done.append(earlier)
            before = self.above_base(command, half)
            done.append(command)
            for _ in range(TURNS - 1):
                if not self.grows(command, before, after):
                    break
                before = before.least(self.above_base(command, half))
                after = after.least(self.above_base(command, whole))
            grown = self.grows(command, before, after)
            ratio = after.seconds / max(before.seconds, self.floor[0] / 4)
            growth = f"x {ratio:.1f}"
        verdict = after.fault or grown or "ok"
        return Result(
            self.name,
            0,
            0,
            command,
            verdict,
            after.seconds,
            after.megabytes,
            growth,
            after.ending,
        )

    def above_base(self, command: str, directory: Path) -> Cost:
        found = cost([*FOLD, *command.split()], directory, self.limit)
        return found._replace(
            seconds=max(found.seconds - self.base.seconds, 0.0),
            megabytes=max(found.megabytes - self.base.megabytes, 0.0),
        )

    def grows(self, command: str, before: Cost, after: Cost) -> str:
        """Return what grows too much from one cost to the next, or empty text."""
        for found, earlier, floor, what in zip(
            after[:2], before[:2], self.floor, ("time", "memory"), strict=True
        ):
            ratio = found / max(earlier, floor / 4)
            if found > floor and ratio > self.shape.growth(command):
                return f"{what} grows by {ratio:.1f}"
        return ""


def base_cost(limit: int) -> Cost:
    """Return what a command takes that has hardly anything to do."""
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(temporary)
        write(SHAPES["examples"].files(1), directory)
        words = [*FOLD, "learn", "bk.pl", "pos.pl", "neg.pl"]
        base = cost(words, directory, limit)
        for _ in range(TURNS):
            base = base.least(cost(words, directory, limit))
    return base


def summary(results: list[Result], missing: list[str]) -> None:
    """Print what all shapes took together, the slowest, and what failed."""
    failures = [result for result in results if result.verdict != "ok"]
    shapes = {result.shape for result in results}
    print(f"\n{len(shapes)} shapes, {len(results)} commands, {len(failures)} failures")
    print("\nThe slowest:")
    for result in sorted(results, key=lambda each: -each.seconds)[:10]:
        print(result.line())
    if missing:
        print("\nNot run yet:", *missing, sep="\n")
    if failures:
        print("\nFailures:", *(result.line() for result in failures), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="words of names")
    parser.add_argument("--bytes", type=int, default=1_000_000, help="largest input")
    parser.add_argument("--limit", type=int, default=60, help="seconds of one command")
    parser.add_argument(
        "--floor", type=float, default=1.0, help="seconds from which growth is judged"
    )
    parser.add_argument("--list", action="store_true", help="print the shapes, no more")
    parser.add_argument("--record", type=Path, help="keep results here, and go on")
    parser.add_argument("--minutes", type=float, help="begin no shape after so long")
    args = parser.parse_args()
    names = [n for n in SHAPES if not args.only or any(w in n for w in args.only)]
    if args.list:
        print(*names, sep="\n")
        return
    results: list[Result] = []
    if args.record and args.record.exists():
        lines = args.record.read_text(encoding="utf-8").splitlines()
        results = [Result(*json.loads(line)) for line in lines]
    finished = {result.shape for result in results}
    missing = [name for name in names if name not in finished]
    base, start = base_cost(args.limit), time.monotonic()
    while missing:
        if args.minutes and time.monotonic() - start > 60 * args.minutes:
            break
        found = Measurement(missing.pop(0), args.limit, args.floor, base).run(
            args.bytes
        )
        results += found
        if args.record:
            with args.record.open("a", encoding="utf-8") as file:
                file.writelines(f"{json.dumps(result)}\n" for result in found)
    summary([each for each in results if each.shape in names], missing)
    sys.exit(any(result.verdict != "ok" for result in results) or bool(missing))


if __name__ == "__main__":
    main()
