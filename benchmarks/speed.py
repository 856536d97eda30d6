"""How fast fold is: ratios within one run, each the median of several turns.

    python benchmarks/speed.py [--data DIR] [--turns N] [--quick] [--budget SECONDS]

Two programs are timed turn by turn, so that a busy machine slows both. Tables, JSON and
plots of growth (SVG) go to benchmarks/results. Peers (pip install '.[bench]') that are
not installed are left out, and so is data that is not found; both are told. See
tables.py for where data is looked for.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tables import DEFAULT, RESULTS, ROOT, described
from tables import table as found_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.bits import Bits
    from fold_cli.theory.theory import Theory

FOLD = [sys.executable, "-m", "fold_cli"]


def seconds(command: list[str], cwd: Path = ROOT) -> float:
    """Return how long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    return time.perf_counter() - start


def compare(
    ours: Callable[[], float], theirs: Callable[[], float], turns: int
) -> dict[str, float]:
    """Time two things in turns; return medians and the ratio of theirs to ours."""
    pairs = [(ours(), theirs()) for _ in range(turns)]
    mine = statistics.median(a for a, _ in pairs)
    other = statistics.median(b for _, b in pairs)
    ratio = statistics.median(b / a for a, b in pairs)
    return {"fold": mine, "other": other, "ratio": ratio}


class Bench:
    """The measurements, as rows of a table."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.data: Path = arguments.data
        self.turns: int = arguments.turns
        self.quick: bool = arguments.quick
        self.deadline = time.monotonic() + arguments.budget
        self.rows: list[dict[str, object]] = []

    def row(self, what: str, against: str, wanted: str, **figures: float) -> None:
        """Add a row and say it at once."""
        numbers = {name: round(value, 3) for name, value in figures.items()}
        self.rows.append(
            {"what": what, "against": against, "wanted": wanted, **numbers}
        )
        shown = "  ".join(f"{name} {value}" for name, value in numbers.items())
        print(f"{what} | {against} | {shown} | wanted: {wanted}", flush=True)

    def left_out(self, what: str, why: str) -> None:
        """Tell that something was not measured."""
        self.rows.append({"what": what, "left out": why})
        print(f"{what} | left out: {why}", flush=True)

    def due(self, what: str) -> bool:
        """Return whether there is time for another measurement."""
        if time.monotonic() < self.deadline:
            return True
        self.left_out(what, "the time budget is used up")
        return False

    def found(self, what: str, *parts: str) -> Path | None:
        """Return a file of the data directory, or tell that it is not there."""
        path = self.data.joinpath(*parts)
        if path.exists():
            return path
        self.left_out(what, f"no {'/'.join(parts)} under the data directory")
        return None

    # The measurements

    def start_up(self) -> None:
        """The price of saying hello, and of the smallest problem."""
        birds = ROOT / "tests" / "problems" / "birds"
        learn = [*FOLD, "learn", "-q", str(birds / "bk.pl"), str(birds / "pos.pl")]
        python = [sys.executable, "-c"]
        help_ = compare(
            lambda: seconds([*FOLD, "--help"]),
            lambda: seconds([*python, "pass"]),
            self.turns,
        )
        self.row("fold --help", "python -c pass", "ratio > 0.33", **help_)
        smallest = compare(
            lambda: seconds(learn),
            lambda: seconds([*python, "import numpy, pyswip"]),
            self.turns,
        )
        self.row("fold learn birds", "import numpy, pyswip", "ratio > 0.5", **smallest)

    def mushroom(self) -> None:
        """Learning against merely consulting the file."""
        what = "fold learn mushroom_train.pl"
        path = self.found(what, "authors", "mushroom_train.pl")
        if path and self.due(what):
            learn = [*FOLD, "learn", "-q", str(path), "--target", "poisonous/1"]
            figures = compare(
                lambda: seconds(learn),
                lambda: seconds(["swipl", "-g", "halt", str(path)]),
                self.turns,
            )
            self.row(what, "swipl -g halt mushroom_train.pl", "ratio >= 1", **figures)

    def tables(self) -> None:
        """The noise mode against FOLD-R++ and a decision tree; and the exact mode."""
        for name in ["adult"] if self.quick else ["adult", "credit_card"]:
            path = found_table(name, self.data)
            if path:
                self.table(name, path)
            else:
                self.left_out(f"noise mode on {name}", "the table is not found")

    def table(self, name: str, path: Path) -> None:
        numeric, _, positive = described(path)
        command = [*FOLD, "learn", "-q", str(path), "--positive", positive, "--class"]
        command += ["class", "--noise"]
        worker = Worker(path, positive, numeric)
        turns = min(self.turns, 3)
        for peer, module, wanted in (
            ("FOLD-R++", "foldrpp", "ratio >= 15"),
            ("CART", "sklearn", "ratio > 0.33"),
        ):
            what = f"learning {name} with noise"
            if importlib.util.find_spec(module) is None:
                self.left_out(f"{what}, {peer}", f"{module} is not installed")
            elif self.due(what):
                fit = lambda peer=module: worker.ask(peer)  # noqa: E731
                mine = lambda: worker.ask("fold")  # noqa: E731
                self.row(what, f"fit of {peer}", wanted, **compare(mine, fit, turns))
        if importlib.util.find_spec("foldrpp") and self.due("whole commands"):
            script = [sys.executable, __file__, "--script", "foldrpp", str(path)]
            script += [positive, *numeric]
            whole = compare(lambda: seconds(command), lambda: seconds(script), turns)
            self.row(
                f"fold learn {name} --noise",
                "script with FOLD-R++",
                "ratio >= 4",
                **whole,
            )
        if name == "adult" and self.due("exact mode"):
            exact = compare(
                lambda: seconds(command),
                lambda: seconds([*command[:-1], "--exact"]),
                turns,
            )
            self.row(
                "fold learn adult --noise",
                "fold learn adult --exact",
                "ratio < 10",
                **exact,
            )

    def run_as_written(self) -> None:
        """The share of a command that running the finished theory takes."""
        commands = {
            "mushrooms": self.found("mushrooms", "authors", "mushroom_train.pl"),
            "imdb3": self.found("imdb3", "relational", "popper", "imdb3"),
            "adult --exact": found_table("adult", self.data),
            "adult --noise": found_table("adult", self.data),
        }
        for name, path in commands.items():
            what = f"running the theory of {name}"
            if path is None or not self.due(what):
                continue
            arguments = [str(path)]
            if name == "mushrooms":
                arguments += ["--target", "poisonous/1"]
            elif name.startswith("adult"):
                arguments += ["--positive", described(path)[2], "--class", "class"]
                arguments += name.split()[1:]
            with tempfile.TemporaryDirectory() as directory:
                self.share(what, arguments)
                if name != "adult --exact" or self.quick:
                    continue
                made = make_table(Path(directory), 1_000_000)
                self.share("running the theory of 1,000,000 rows", made)

    def share(self, what: str, arguments: list[str]) -> None:
        command = [sys.executable, __file__, "--share", *arguments]
        shares = [
            float(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            for _ in range(min(self.turns, 3))
        ]
        self.row(what, "fold learn", "share < 0.1", share=statistics.median(shares))

    def growth(self) -> None:
        """Time and memory as the number of examples grows."""
        sizes = [10_000, 100_000] if self.quick else [10_000, 100_000, 1_000_000]
        for kind in ("table", "facts"):
            points = []
            with tempfile.TemporaryDirectory() as directory:
                for size in sizes:
                    what = f"{kind} of {size:,}"
                    if not self.due(what):
                        continue
                    made = make_table if kind == "table" else make_facts
                    arguments = made(Path(directory), size)
                    taken, memory = measured([*FOLD, "learn", "-q", *arguments])
                    points.append((size, taken, memory))
                    self.row(
                        what,
                        "",
                        "per example within 1.3 of the smallest",
                        seconds=taken,
                        microseconds_each=taken / size * 1e6,
                        bytes_each=memory / size,
                    )
            if points:
                (RESULTS / f"growth_{kind}.svg").write_text(plot(points, kind))


class Worker:
    """Learns one table again and again, in a process that has read it."""

    def __init__(self, path: Path, positive: str, numeric: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker", str(path), positive, *numeric],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, what: str) -> float:
        """Return the seconds of one fit."""
        assert self._process.stdin
        assert self._process.stdout
        print(what, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def share_of_running(arguments: list[str]) -> float:
    """Return which part of the CPU time of fold learn the running of theories takes."""
    gc.set_threshold(300_000)  # as the command does
    from fold_cli.cli import cli
    from fold_cli.use.learning.verification import Verifier

    run, taken = Verifier.run, [0.0]

    def timed(verifier: Verifier, theory: Theory) -> tuple[Theory, Bits]:
        start = time.process_time()
        try:
            return run(verifier, theory)
        finally:
            taken[0] += time.process_time() - start

    Verifier.run = timed  # type: ignore[method-assign]
    output = ["-q", "-o", os.devnull]
    cli.main(["learn", *arguments, *output], standalone_mode=False)
    return taken[0] / time.process_time()


def worker(path: str, positive: str, numeric: list[str]) -> None:
    """Answer each line on standard input with the seconds of a fit."""
    for line in sys.stdin:
        what = line.strip()
        fit = {
            "foldrpp": foldrpp_fit,
            "sklearn": sklearn_fit,
            "fold": fold_fit,
        }[what]
        run = fit(path, positive, numeric)
        start = time.perf_counter()
        run()
        print(time.perf_counter() - start, flush=True)


def fold_fit(path: str, positive: str, numeric: list[str]) -> Callable[[], object]:
    from fold_cli.files.sources import TableSource
    from fold_cli.search.options import Options
    from fold_cli.use.learning.run import learn_problem
    from fold_cli.use.problems.problem_factory import open_problem

    source = TableSource(path, "class", positive, numeric=tuple(numeric))
    problem = open_problem(source)
    return lambda: learn_problem(problem, Options(noise=True))


def foldrpp_fit(path: str, positive: str, numeric: list[str]) -> Callable[[], object]:
    from foldrpp import Foldrpp

    first = Path(path).read_text(encoding="utf-8").split("\n", 1)[0]
    header = [name.strip() for name in first.split(",")]
    other = [name for name in header if name not in numeric and name != "class"]
    model = Foldrpp(other, numeric, "class", positive)
    data = model.load_data(path)
    return lambda: model.fit(data)


def sklearn_fit(path: str, positive: str, numeric: list[str]) -> Callable[[], object]:
    import csv

    import numpy as np
    from sklearn.preprocessing import OneHotEncoder
    from sklearn.tree import DecisionTreeClassifier

    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = [row["class"] == positive for row in rows]

    def fit() -> object:
        numbers = np.array([[float(row[c] or "nan") for c in numeric] for row in rows])
        other = [c for c in rows[0] if c not in numeric and c != "class"]
        encoder = OneHotEncoder(sparse_output=False)
        coded = encoder.fit_transform([[row[c] for c in other] for row in rows])
        return DecisionTreeClassifier().fit(np.hstack([numbers, coded]), labels)

    return fit


def measured(command: list[str]) -> tuple[float, float]:
    """Return the seconds and the peak memory, in bytes, of a command."""
    code = (
        "import resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "print(time.perf_counter() - start, peak * 1024)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *command],
        check=True,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    taken, memory = result.stdout.split()
    return float(taken), float(memory)


def make_table(directory: Path, size: int) -> list[str]:
    """Write a table of 20 categorical and 5 numeric columns with a known pattern."""
    import numpy as np

    random = np.random.default_rng(size)
    categories = random.integers(0, 4, (size, 20))
    numbers = random.integers(0, 1000, (size, 5))
    good = (categories[:, 0] == 1) & (numbers[:, 0] > 300) | (categories[:, 1] == 2)
    good &= ~((categories[:, 2] == 3) & (numbers[:, 1] <= 500))
    path = directory / f"table{size}.csv"
    header = [f"c{i}" for i in range(20)] + [f"n{i}" for i in range(5)] + ["class"]
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(header) + "\n")
        for row, values, label in zip(categories, numbers, good, strict=True):
            cells = [f"v{c}" for c in row] + [str(n) for n in values]
            file.write(",".join([*cells, "yes" if label else "no"]) + "\n")
    return [str(path), "--class", "class", "--positive", "yes"]


def make_facts(directory: Path, size: int) -> list[str]:
    """Write about ``size`` facts of five unary predicates and one number."""
    import numpy as np

    objects = size // 4
    random = np.random.default_rng(size)
    flags = random.random((objects, 5)) < 0.5
    ages = random.integers(0, 100, objects)
    good = flags[:, 0] & ~flags[:, 1] | (ages > 80)
    bk, pos, neg = (directory / f"{name}{size}.pl" for name in ("bk", "pos", "neg"))
    with bk.open("w", encoding="utf-8") as file:
        for i in range(5):
            file.writelines(f"p{i}(o{o}).\n" for o in np.flatnonzero(flags[:, i]))
        file.writelines(f"age(o{o},{age}).\n" for o, age in enumerate(ages))
    pos.write_text("".join(f"good(o{o}).\n" for o in np.flatnonzero(good)))
    neg.write_text("".join(f"good(o{o}).\n" for o in np.flatnonzero(~good)))
    return [str(bk), str(pos), str(neg)]


def plot(points: list[tuple[int, float, float]], kind: str) -> str:
    """Return an SVG of time and memory per example against the number of examples."""
    width, height, margin = 480, 300, 50
    series = [
        ("microseconds per example", "#1f77b4", [t / n * 1e6 for n, t, _ in points]),
        ("bytes per example", "#d62728", [m / n for n, _, m in points]),
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<text x="{margin}" y="20">{kind}: the smallest size is 1</text>',
    ]
    step = (width - 2 * margin) / max(len(points) - 1, 1)
    for number, (label, colour, values) in enumerate(series):
        relative = [value / values[0] for value in values]
        top = max(2.0, *relative)
        places = [
            (margin + i * step, height - margin - v / top * (height - 2 * margin))
            for i, v in enumerate(relative)
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
        parts += [
            f'<text x="{x:.1f}" y="{y - 6:.1f}" fill="{colour}">{v:.2f}</text>'
            for (x, y), v in zip(places, relative, strict=True)
        ]
        parts.append(
            f'<text x="{margin + 180 * number}" y="{height - 8}" fill="{colour}">'
            f"{label}</text>"
        )
    parts += [
        f'<text x="{margin + i * step - 20:.1f}" y="{height - 28}">{n:,}</text>'
        for i, (n, _, _) in enumerate(points)
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Run the measurements that there is time and data for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DEFAULT)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--budget", type=float, default=1800, help="seconds in all")
    parser.add_argument("--quick", action="store_true", help="smaller sizes only")
    parser.add_argument("--worker", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--script", nargs="+", help=argparse.SUPPRESS)
    if sys.argv[1:2] == ["--share"]:
        print(share_of_running(sys.argv[2:]))
        return
    arguments = parser.parse_args()
    if arguments.worker:
        path, positive, *numeric = arguments.worker
        worker(path, positive, numeric)
        return
    if arguments.script:
        _, path, positive, *numeric = arguments.script
        foldrpp_fit(path, positive, numeric)()
        return
    RESULTS.mkdir(parents=True, exist_ok=True)
    compileall.compile_dir(ROOT / "fold_cli", quiet=1)  # as pip does
    bench = Bench(arguments)
    bench.start_up()
    bench.mushroom()
    bench.tables()
    bench.run_as_written()
    bench.growth()
    text = json.dumps(bench.rows, indent=2)
    (RESULTS / "speed.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
