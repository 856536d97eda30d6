"""How accurate theories are: ten-fold cross-validation, the same folds for all.

    python benchmarks/accuracy.py [--data DIR] [--only NAMES] [--repeat N] [--seed N]
                                  [--learners NAMES] [--limit SECONDS]
                                  [--budget SECONDS] [--classes] [--auc] [--beams]

With --classes it measures several classes beside FOLD-RM (classes.py), with --auc how
well probabilities rank, beside a CART of depth 4 (ranks.py), with --beams what a beam
buys, beside optimal trees (beams.py).

Beside fold, exact and with --noise, stand FOLD-R++, RIPPER and CART (pip install
'.[bench]'), with their own defaults. A peer that is not installed is left out, and so
is one that takes longer than the limit for a dataset; both are told. Missing cells are
left to FOLD-R++; RIPPER and CART get the column's median, and CART a column for each
value. A table and JSON go to benchmarks/results.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import importlib
import importlib.util
import io
import json
import os
import signal
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does

import numpy as np
from tables import AT_UCI, DEFAULT, RESULTS, described
from tables import table as found_table

from fold_cli.files.sources import TableSource
from fold_cli.files.tables.read import read_table
from fold_cli.search.options import Options
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.measuring.cross_validation import Plan, assign
from fold_cli.use.problems.table_problem import TableProblem
from fold_cli.use.theories.written_theory import in_memory

PAPER = {  # Aleph and FOLD-R, accuracy in per cent as the paper of 2017 gives it
    "credit_au": (82, 83),
    "credit_j": (53, 81),
    "credit_g": (70.9, 78),
    "iris": (85.9, 95),
    "ecoli": (91, 90),
    "bridges": (89, 90),
    "labor": (89, 94),
    "acute1": (100, 100),
    "acute2": (100, 100),
    "mushroom": (100, 100),
}


@dataclass
class Dataset:
    """A table as each of the learners wants it."""

    name: str
    path: Path

    def __post_init__(self) -> None:
        self.numeric, self.categorical, self.positive = described(self.path)
        self.table = read_table(
            TableSource(
                str(self.path),
                class_column="class",
                positive=self.positive,
                numeric=tuple(self.numeric),
                categorical=tuple(self.categorical),
            )
        )
        self.labels = self.table.labels[self.table.rows]

    def cells(self) -> list[dict[str, str | float]]:
        """Return the rows as dictionaries without missing cells."""
        with self.path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return [
            {
                column: float(cell) if column in self.numeric else cell
                for column, cell in row.items()
                if cell and column != "class"
            }
            for row in rows
        ]


# Learners: from a dataset, training and test rows to predictions and clauses

Learner = Callable[[Dataset, Any, Any], tuple[Any, int]]


def fold(options: Options) -> Learner:
    def learn(data: Dataset, training: Any, test: Any) -> tuple[Any, int]:
        learned_from, judged_by = TableProblem(data.table).split(training, test)
        theory = learn_problem(learned_from, options).theory
        return judged_by.judge(in_memory(theory)).holds, theory.size[0]

    return learn


def foldrpp(data: Dataset, training: Any, test: Any) -> tuple[Any, int]:
    from foldrpp import Foldrpp

    rows = data.cells()
    for row, label in zip(rows, data.labels, strict=True):
        row["label"] = int(label)
    model = Foldrpp(data.categorical, data.numeric, "label", "1")
    model.attrs = [*data.categorical, *data.numeric]
    model.fit([rows[i] for i in training])
    model.asp()
    return np.array(model.predict([rows[i] for i in test])), len(model.flat_rules)


def ripper(data: Dataset, training: Any, test: Any) -> tuple[Any, int]:
    import pandas
    import wittgenstein

    table = pandas.DataFrame(data.cells(), columns=data.numeric + data.categorical)
    for column in data.numeric:
        table[column] = table[column].fillna(table[column].iloc[training].median())
    table = table.fillna("missing")
    model = wittgenstein.RIPPER(random_state=0)
    model.fit(table.iloc[training], data.labels[training], pos_class=True)
    return np.array(model.predict(table.iloc[test])), len(model.ruleset_.rules)


def cart(data: Dataset, training: Any, test: Any) -> tuple[Any, int]:
    from sklearn.tree import DecisionTreeClassifier

    rows = data.cells()
    columns = []
    for column in data.numeric:
        values = np.array([row.get(column, np.nan) for row in rows], dtype=float)
        middle = np.nanmedian(values[training])
        columns.append(np.where(np.isnan(values), middle, values))
    for column in data.categorical:
        cells = [row.get(column) for row in rows]
        columns += [
            np.array([cell == value for cell in cells], dtype=float)
            for value in sorted({str(cell) for cell in cells if cell is not None})
        ]
    table = np.stack(columns, axis=1)
    model = DecisionTreeClassifier(random_state=0)
    model.fit(table[training], data.labels[training])
    return model.predict(table[test]), int(model.get_n_leaves())


LEARNERS: dict[str, tuple[str, Learner]] = {
    "fold": ("numpy", fold(Options())),
    "fold --noise": ("numpy", fold(Options(noise=True))),
    "FOLD-R++": ("foldrpp", foldrpp),
    "RIPPER": ("wittgenstein", ripper),
    "CART": ("sklearn", cart),
}


# Measuring


class TooSlowError(Exception):
    """A learner took longer than the limit."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise an error where the block takes too long."""

    def late(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def validate(data: Dataset, learner: Learner, plan: Plan) -> dict[str, float]:
    """Return accuracy in per cent, clauses and seconds, averaged over the folds."""
    accuracies, clauses = [], []
    start = time.perf_counter()
    for repetition in range(plan.repeat):
        folds = np.array(assign(data.labels, plan, repetition))
        for number in range(plan.folds):
            training = np.flatnonzero(folds != number)
            test = np.flatnonzero(folds == number)
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                predicted, count = learner(data, training, test)
            right = np.asarray(predicted, dtype=bool) == data.labels[test]
            accuracies.append(100 * float(right.mean()))
            clauses.append(count)
    return {
        "accuracy": statistics.fmean(accuracies),
        "std": statistics.stdev(accuracies),
        "clauses": statistics.fmean(clauses),
        "seconds": (time.perf_counter() - start) / len(clauses),
    }


def measure(
    arguments: argparse.Namespace,
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the figures of each dataset and learner, and what was left out."""
    plan = Plan(10, arguments.repeat, arguments.seed)
    deadline = time.monotonic() + arguments.budget
    results: dict[str, dict[str, Any]] = {}
    left_out = []
    learners = {}
    wanted = arguments.learners.split(",") if arguments.learners else LEARNERS
    for name in wanted:
        module, learner = LEARNERS[name]
        if importlib.util.find_spec(module):
            learners[name] = learner
        else:
            left_out.append(f"{name}: {module} is not installed")
    for data in datasets(arguments):
        results[data.name] = {}
        for name, learner in learners.items():
            left = min(arguments.limit, deadline - time.monotonic())
            try:
                with limited(max(left, 0.001)):
                    figures = validate(data, learner, plan)
            except TooSlowError:
                left_out.append(f"{name} on {data.name}: longer than {left:.0f} s")
                continue
            except Exception as error:  # a peer's own
                left_out.append(f"{name} on {data.name}: {error!r}")
                continue
            results[data.name][name] = figures
            print(
                f"{data.name:12} {name:13} accuracy {figures['accuracy']:6.2f}  "
                f"clauses {figures['clauses']:6.1f}  {figures['seconds']:7.3f} s",
                flush=True,
            )
    return results, left_out


def datasets(arguments: argparse.Namespace) -> Iterator[Dataset]:
    """Yield the datasets, those of the paper first, the largest last."""
    here = [path.parent.name for path in arguments.data.glob("uci/*/data.csv")]
    wanted = arguments.only.split(",") if arguments.only else here or AT_UCI
    tables = {name: found_table(name, arguments.data) for name in wanted}
    found = {name: path for name, path in tables.items() if path}
    if missing := sorted(tables.keys() - found.keys()):
        print(f"not found under {arguments.data}: {', '.join(missing)}; see --data")
    order = {name: place for place, name in enumerate(PAPER)}
    large = {name: path.stat().st_size > 1_500_000 for name, path in found.items()}
    for name in sorted(found, key=lambda n: (large[n], order.get(n, 99), n)):
        yield Dataset(name, found[name])


# Telling


def report(results: dict[str, dict[str, Any]], left_out: list[str]) -> str:
    """Return the figures as a table: accuracy and, in brackets, clauses."""
    head = ["", "Aleph (paper)", "FOLD-R (paper)", *LEARNERS]
    rows = [head]
    for name, found in results.items():
        paper = PAPER.get(name, ("", ""))
        rows.append([name, *map(str, paper), *(cell(found.get(k)) for k in LEARNERS)])
    most = max(map(len, results.values()), default=0)
    common = [found for found in results.values() if len(found) == most]
    both = [f for f in results.values() if {"fold --noise", "FOLD-R++"} <= f.keys()]
    rows.append(["mean (all ran)", "", "", *(cell(mean(common, k)) for k in LEARNERS)])
    if both:
        means = [mean(both, "fold --noise"), mean(both, "FOLD-R++")]
        rows.append(
            [f"mean of {len(both)}", "", "", "", *map(cell, means)]
            + [""] * (len(LEARNERS) - 3)
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(text.ljust(w) if i == 0 else text.rjust(w) for i, (text, w) in cells)
        for cells in (list(enumerate(zip(row, widths, strict=True))) for row in rows)
    ]
    lines += ["", *(f"left out: {line}" for line in left_out)] if left_out else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def cell(figures: dict[str, float] | None) -> str:
    if not figures:
        return "-"
    return f"{figures['accuracy']:.1f} ({figures['clauses']:.1f})"


def mean(found: list[dict[str, Any]], learner: str) -> dict[str, float] | None:
    rows = [each[learner] for each in found if learner in each]
    if not rows:
        return None
    return {
        key: statistics.fmean(row[key] for row in rows)
        for key in ("accuracy", "clauses")
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DEFAULT)
    parser.add_argument("--only", help="datasets, with commas between")
    parser.add_argument("--learners", help="some of them, with commas between")
    parser.add_argument("--repeat", type=int, default=1, help="cross-validations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--limit", type=float, default=300, help="seconds for one learner and dataset"
    )
    parser.add_argument("--budget", type=float, default=3600, help="seconds for all")
    parser.add_argument("--classes", action="store_true", help="several classes")
    parser.add_argument("--auc", action="store_true", help="how probabilities rank")
    parser.add_argument("--beams", action="store_true", help="what a beam buys")
    arguments = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    given = (arguments.classes, arguments.auc, arguments.beams)
    if any(given):
        part = ("classes", "ranks", "beams")[given.index(True)]
        plan = Plan(10, arguments.repeat, arguments.seed)
        text = importlib.import_module(part).measure(
            arguments.data, plan, arguments.only
        )
        (RESULTS / f"{part}.txt").write_text(text, encoding="utf-8")
        print(f"\n{text}")
        return
    results, left_out = measure(arguments)
    text = report(results, left_out)
    (RESULTS / "accuracy.txt").write_text(text, encoding="utf-8")
    data = {"results": results, "left out": left_out}
    (RESULTS / "accuracy.json").write_text(json.dumps(data, indent=2), encoding="utf-8")
    print(f"\n{text}")


if __name__ == "__main__":
    main()
