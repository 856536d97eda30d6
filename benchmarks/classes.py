"""Several classes, beside FOLD-RM: the part of accuracy.py that --classes asks for.

Tables are those under classes/ in the data directory, iris, wine and ecoli of UCI, and
the digits that come with scikit-learn. Both learners have the same folds, and rows that
are read already. The time of both is that of finding rules, writing them as a program
and running that on the rows that it was learned from, as ``fold learn`` always does.
Probabilities, which FOLD-RM does not have, are not fitted. FOLD-RM's rules are those
that it writes, ours those of the classes with their exceptions; the lines that say in
which order they are asked are counted for neither.
"""

from __future__ import annotations

import csv
import importlib.util
import statistics
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from tables import RESULTS

from fold_cli.files.sources import TableSource
from fold_cli.files.tables.read import read_table
from fold_cli.search.options import Options
from fold_cli.use.learning.class_lists import learn_class_list
from fold_cli.use.measuring.cross_validation import Plan, assign
from fold_cli.use.problems.table_problem import TableProblem
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from pathlib import Path

OF_UCI = ("iris", "wine", "ecoli")
OTHERS = ("yeast", "digits", "page_blocks", "wall_robot", "nursery", "dry_bean")
NAMES = (*OF_UCI, *OTHERS)


class Figures(NamedTuple):
    """Means over the folds."""

    accuracy: float
    rules: float
    seconds: float


def path_of(name: str, directory: Path) -> Path | None:
    """Return the file of a table; the digits are written to benchmarks/results."""
    if name == "digits":
        return digits() if importlib.util.find_spec("sklearn") else None
    path = directory / ("uci" if name in OF_UCI else "classes") / name / "data.csv"
    return path if path.is_file() else None


def digits() -> Path:
    from sklearn.datasets import load_digits

    path = RESULTS / "data" / "digits" / "data.csv"
    if not path.exists():
        found = load_digits()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*(f"p{place}" for place in range(64)), "class"])
            for pixels, digit in zip(found.data, found.target, strict=True):
                writer.writerow([*(int(value) for value in pixels), f"d{digit}"])
    return path


def numeric_columns(path: Path) -> tuple[str, ...]:
    """Return the columns of numbers; without a source.txt, all."""
    with path.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    source = path.parent / "source.txt"
    if not source.exists():
        return tuple(name for name in header if name != "class")
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.startswith("numeric: "):
            named = {name.strip() for name in line[9:].split(",")}
            return tuple(name for name in header if name in named)
    return ()


def measure(directory: Path, plan: Plan, only: str | None) -> str:
    """Return a table of the figures of both learners."""
    lines = [f"{'':12} {'fold':>24} {'FOLD-RM':>24}   times as fast"]
    foldrm = importlib.util.find_spec("foldrm")
    for name in only.split(",") if only else NAMES:
        path = path_of(name, directory)
        if path is None:
            lines.append(f"{name:12} not found")
            continue
        numeric = numeric_columns(path)
        ignored = ("sequence",) if name == "yeast" else ()
        source = TableSource(
            str(path), class_column="class", numeric=numeric, ignore=ignored
        )
        ours = ours_on(source, plan)
        line = f"{name:12} {shown(ours)}"
        if foldrm:
            theirs = foldrm_on(path, numeric, ignored, plan)
            line += f" {shown(theirs)}   {theirs.seconds / ours.seconds:.1f}"
        lines.append(line)
        print(line, flush=True)
    return "\n".join(lines) + "\n"


def shown(figures: Figures) -> str:
    return f"{figures.accuracy:6.2f} ({figures.rules:5.1f}) {figures.seconds:7.3f} s"


def folds_of(labels: Any, plan: Plan) -> list[Any]:
    return [np.array(assign(labels, plan, turn)) for turn in range(plan.repeat)]


def ours_on(source: TableSource, plan: Plan) -> Figures:
    problem = TableProblem(read_table(source))
    learn_class_list(problem, Options(noise=True))  # what is loaded at first is loaded
    accuracy, rules, seconds = [], [], []
    for folds in folds_of(problem.labels, plan):
        for number in range(plan.folds):
            training = np.flatnonzero(folds != number)
            test = np.flatnonzero(folds == number)
            learned_from, judged_by = problem.split(training, test)
            start = time.process_time()
            theory = learn_class_list(learned_from, Options(noise=True)).theory
            seconds.append(time.process_time() - start)
            given = judged_by.judge(in_memory(theory)).labels
            accuracy.append(100 * float((given == judged_by.labels).mean()))
            order = sum(c.clause.name == theory.target.name for c in theory.clauses)
            rules.append(theory.size[0] - order)
    return Figures(*map(statistics.fmean, (accuracy, rules, seconds)))


def foldrm_on(
    path: Path, numeric: tuple[str, ...], ignored: tuple[str, ...], plan: Plan
) -> Figures:
    from foldrm import Classifier

    with path.open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    columns = [c for c in cells[0] if c != "class" and c not in ignored]
    data = [
        [float(row[c]) if c in numeric and row[c] else row[c] for c in columns]
        + [row["class"]]
        for row in cells
    ]
    values = TableProblem(
        read_table(
            TableSource(
                str(path), class_column="class", numeric=numeric, ignore=ignored
            )
        )
    ).labels
    accuracy, rules, seconds = [], [], []
    for folds in folds_of(values, plan):
        for number in range(plan.folds):
            model = Classifier([*columns, "class"], list(numeric), "class")
            training = [
                row for row, at in zip(data, folds, strict=True) if at != number
            ]
            test = [row for row, at in zip(data, folds, strict=True) if at == number]
            start = time.process_time()
            model.fit(training)
            written = model.asp(simple=True)
            model.predict(training)
            seconds.append(time.process_time() - start)
            given = model.predict(test)
            right = [a == row[-1] for a, row in zip(given, test, strict=True)]
            accuracy.append(100 * statistics.fmean(right))
            rules.append(len(written))
    return Figures(*map(statistics.fmean, (accuracy, rules, seconds)))
