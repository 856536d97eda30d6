"""Run random problems, and write those that fail, made small, to a directory."""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from worker import Worker

from random_problems.check import Failure, Run, check
from random_problems.kinds import KINDS, ON
from random_problems.problem import Problem, problem
from random_problems.shrink import shrunk

AT_ONCE = 40
"""Problems that one process of swipl judges."""


def main() -> int:
    args = arguments()
    kinds = (frozenset(KINDS) if args.all_kinds else ON) | set(args.kind)
    kinds -= set(args.without)
    worker = Worker({"MALLOC_PERTURB_": "255"})  # what is used when freed crashes
    found: Counter[str] = Counter()
    failing = 0
    with tempfile.TemporaryDirectory() as room:
        for start in range(args.start, args.start + args.count, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, args.start + args.count))
            problems = [problem(number, kinds) for number in numbers]
            for number, run in zip(
                numbers, check(problems, worker, Path(room)), strict=True
            ):
                if run.failures:
                    failing += 1
                    cause = run.failures[0].cause
                    found[cause] += 1
                    if found[cause] <= args.keep:
                        keep(args, number, run, cause)
            done = numbers[-1] + 1 - args.start
            print(f"{done} problems, {failing} fail", file=sys.stderr, flush=True)
    worker.close()
    for cause, count in found.most_common():
        print(f"{count:6}  {cause}")
    return 1 if found else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="random_problems", description=__doc__)
    parser.add_argument("count", type=int, help="how many problems")
    parser.add_argument("--start", type=int, default=0, help="number of the first")
    parser.add_argument("--all-kinds", action="store_true", help="those that fail too")
    parser.add_argument("--kind", action="append", default=[], help="switch a kind on")
    parser.add_argument("--without", action="append", default=[], help="or off")
    parser.add_argument("--keep", type=int, default=2, help="failures kept of a cause")
    parser.add_argument(
        "--no-shrink", action="store_true", help="keep them as they are"
    )
    parser.add_argument("--save", type=Path, default=Path("random_failures"))
    return parser.parse_args()


def keep(args: argparse.Namespace, number: int, run: Run, cause: str) -> None:
    """Write a failing problem, as small as it still fails, with what is wrong."""
    directory = args.save / f"{number}-{cause.partition(':')[0].replace(' ', '-')}"
    small, failures = run.problem, run.failures
    if not args.no_shrink:
        alone = Worker()
        small, failures = smallest(run, cause, alone)
        alone.close()
    write(small, directory, number, failures)


def smallest(run: Run, cause: str, worker: Worker) -> tuple[Problem, list[Failure]]:
    last = run.failures
    with tempfile.TemporaryDirectory() as room:

        def fails(candidate: Problem) -> bool:
            nonlocal last
            [again] = check([candidate], worker, Path(room))
            if cause not in {failure.cause for failure in again.failures}:
                return False
            last = again.failures
            return True

        if not fails(run.problem):
            note = Failure("alone", "it fails after other problems only")
            return run.problem, [note, *run.failures]
        return shrunk(run.problem, fails), last


def write(
    small: Problem, directory: Path, number: int, failures: list[Failure]
) -> None:
    small.write(directory)
    command = f"fold learn {shlex.join(small.arguments)}\n"
    (directory / "cmd").write_text(command, encoding="utf-8")
    told = "\n".join(f"{f.check}: {f.detail}" for f in failures)
    note = f"problem {number}\n{told}\n"
    (directory / "note.txt").write_text(note, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
