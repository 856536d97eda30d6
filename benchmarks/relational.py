"""Time fold on relational problems, beside Popper and Aleph where they are at hand.

    python benchmarks/relational.py [--data DIR] [--budget SECONDS] [--only NAME ...]
                                    [--popper CHECKOUT] [--aleph FILE] [--noise]
                                    [--beam N]

Every problem directory under DIR/relational, and every program over lists of the tests,
written as a problem of Popper's, is learned in a process of its own, and so are random
scenes of pieces (scenes.py). With
--popper, the directory of a Popper checkout, or --aleph, an aleph.pl, the same problem
goes through them in the same run, and the ratio of the whole commands is told. Theories
of recursive concepts are run by swipl on fresh examples (fresh.py); "fresh" is how many
of these are wrong. Of noisy problems, the examples that Popper got right and wrong, and
the seconds it took, are shown beside as they were recorded. The table is printed and
saved, with JSON, in benchmarks/results.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import fresh
import scenes
from tables import DEFAULT, RESULTS, ROOT

POPPER = {
    "noisy-alzheimer_acetyl": (367, 163, 456, 74),
    "noisy-alzheimer_toxic": (275, 79, 297, 57),
    "noisy-drugdrug": (1341, 642, 1825, 407),
    "noisy-zendo2-10": (90, 9, 91, 10),
}
"""What Popper gets on noisy problems: positives right and wrong, negatives the same."""

POPPER_SECONDS = {
    "noisy-alzheimer_acetyl": 151,
    "noisy-alzheimer_toxic": 11,
    "noisy-drugdrug": 600,
}
"""Seconds that Popper took for that; 600 was its limit.

Both come from the goals that were set for fold on these problems. The machine and the
version of Popper are not recorded, so no ratio is made of them.
"""

COLUMNS = [
    "problem",
    "pos",
    "neg",
    "facts",
    "load",
    "learn",
    "command",
    "candidates",
    "calls",
    "clauses",
    "literals",
    "covered",
    "wrong",
]


def measure(path: str, noise: bool, beam: int) -> dict[str, object]:
    """Learn one problem in this process and return what it took."""
    from fold_cli.coverage.relational import Coverage
    from fold_cli.engine.prolog import engine
    from fold_cli.files.loader import load
    from fold_cli.files.sources import Sources
    from fold_cli.search.options import Options
    from fold_cli.use.learning.run import learn_problem
    from fold_cli.use.problems.prolog_problem import PrologProblem

    tried = 0
    refinements = Coverage.refinements

    def counted(self, *args):  # type: ignore[no-untyped-def]
        nonlocal tried
        found = refinements(self, *args)
        tried += sum(len(block.steps) for block in found.blocks)
        tried += sum(2 * len(column.values) for column in found.columns)
        return found

    Coverage.refinements = counted  # type: ignore[method-assign]
    prolog = engine()
    start = time.perf_counter()
    sources = Sources((path,))
    problem = load(sources)
    loaded = time.perf_counter()
    options = Options(noise=True if noise else None, beam=beam)
    theory = learn_problem(PrologProblem(problem, sources), options).theory
    done = time.perf_counter()
    calls = prolog.calls
    fields = prolog.call("fold_problem", "predicates", problem.module)
    clauses, literals = theory.size
    assert theory.covers
    return {
        "pos": problem.positives,
        "neg": problem.negatives,
        "facts": sum(int(count) for count in fields[2::4]),
        "load": round(loaded - start, 2),
        "learn": round(done - loaded, 2),
        "candidates": tried,
        "calls": calls,
        "clauses": clauses,
        "literals": literals,
        "covered": theory.covers.positives,
        "wrong": theory.covers.negatives,
    }


def timed(command: list[str], cwd: Path, budget: float) -> float | None:
    """Return the seconds that a command takes; None if it fails or takes too long."""
    start = time.perf_counter()
    try:
        subprocess.run(
            command, cwd=cwd, timeout=budget, check=True, capture_output=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return time.perf_counter() - start


def run(path: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """Measure one problem, and the peers on it."""
    row: dict[str, object] = {"problem": path.name}
    given = ["--noise"] if arguments.noise else []
    given += ["--beam", str(arguments.beam)]
    try:
        inner = subprocess.run(
            [sys.executable, __file__, "--one", str(path), *given],
            timeout=arguments.budget,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        row |= json.loads(inner.stdout)
    except subprocess.TimeoutExpired:
        return row | {"command": f"over {arguments.budget:.0f}"}
    except subprocess.CalledProcessError as error:
        return row | {"command": error.stderr.strip().splitlines()[-1][:60]}
    whole = [sys.executable, "-m", "fold_cli", "learn", "-q", str(path), *given]
    ours = timed(whole, ROOT, arguments.budget)
    row["command"] = round(ours, 2) if ours else None
    if ours and not arguments.noise:
        row |= on_fresh_examples(path, whole)
    if path.name in POPPER:
        row["popper tp/fn/tn/fp"] = "/".join(map(str, POPPER[path.name]))
        row["popper, recorded s"] = POPPER_SECONDS.get(path.name, "not recorded")
    for name, seconds in peers(path, arguments).items():
        row[name] = None if seconds is None else round(seconds, 2)
        if seconds and ours:
            row[f"{name}/fold"] = round(seconds / ours, 1)
    return row


def on_fresh_examples(path: Path, command: list[str]) -> dict[str, str]:
    """Return how many fresh examples the theory of a recursive concept gets wrong."""
    if path.name in fresh.CONCEPTS:
        facts = fresh.examples(path.name)
    elif path.name.startswith("list-"):
        from list_programs import CONCEPTS
        from long_programs import LONG

        facts = {**CONCEPTS, **LONG}[path.name[5:]].examples(99, 100, 100)
    else:
        return {}
    theory = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    background = path / "bk.pl" if path.is_dir() else None
    wrong = fresh.wrong(theory.stdout, background, facts)
    return {"fresh": f"{wrong} of {len(facts)}"}


def peers(path: Path, arguments: argparse.Namespace) -> dict[str, float | None]:
    """Return the seconds of the peers' whole commands on a problem."""
    found: dict[str, float | None] = {}
    if arguments.popper and (path / "bias.pl").is_file():
        script = str(Path(arguments.popper) / "popper.py")
        command = [arguments.popper_python, script, str(path)]
        found["popper"] = timed(command, Path(arguments.popper), arguments.budget)
    if arguments.aleph and path.suffix == ".b":
        goal = f"read_all('{path.with_suffix('')}'), induce, halt"
        command = ["swipl", "-g", goal, arguments.aleph]
        found["aleph"] = timed(command, path.parent, arguments.budget)
    return found


def problems(data: Path, only: list[str]) -> list[Path]:
    """Return the problems under a data directory."""
    found = sorted(data.glob("relational/popper/*/bias.pl"))
    paths = [path.parent for path in found]
    for kind in ("*.b", "*.pl"):
        paths += sorted(data.glob(f"relational/aleph/{kind}"))
    return [path for path in paths if not only or path.name in only]


def list_programs(directory: Path, only: list[str]) -> list[Path]:
    """Write the tests' programs over lists as problems; return their directories."""
    from list_programs import CONCEPTS
    from long_programs import LONG

    return [
        concept.write(directory / f"list-{name}")
        for name, concept in {**CONCEPTS, **LONG}.items()
        if not only or f"list-{name}" in only
    ]


def table(rows: list[dict[str, object]]) -> str:
    """Return rows as text in columns."""
    names = COLUMNS + [key for row in rows for key in row if key not in COLUMNS]
    names = list(dict.fromkeys(names))
    cells = [names] + [[str(row.get(name, "")) for name in names] for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(names))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    )


def main() -> None:
    """Run all problems and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DEFAULT)
    parser.add_argument("--budget", type=float, default=120, help="seconds a problem")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--popper", help="the directory of a Popper checkout")
    parser.add_argument("--popper-python", default=sys.executable)
    parser.add_argument("--aleph", help="the path of aleph.pl")
    parser.add_argument("--noise", action="store_true", help="learn with --noise")
    parser.add_argument("--beam", type=int, default=1, help="bodies side by side")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.append(str(ROOT / "tests"))
    if arguments.one:
        print(json.dumps(measure(arguments.one, arguments.noise, arguments.beam)))
        return
    rows = []
    with TemporaryDirectory() as directory:
        found = problems(arguments.data, arguments.only)
        found += list_programs(Path(directory), arguments.only)
        if not arguments.only or "zendo3" in arguments.only:
            found.append(scenes.write(Path(directory) / "zendo3"))
        if not found:
            sys.exit(f"no such problem under {arguments.data}/relational")
        for number, path in enumerate(found, 1):
            print(f"[{number}/{len(found)}] {path.name}", file=sys.stderr, flush=True)
            rows.append(run(path, arguments))
    text = table(rows)
    print(text)
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "relational.txt").write_text(text + "\n", encoding="utf-8")
    (RESULTS / "relational.json").write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
