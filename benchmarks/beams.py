"""What a beam buys on tables: the part of accuracy.py that --beams asks for.

Means over the tables of accuracy on the same folds, clauses, literals and CPU seconds,
for exact and noisy search, greedy and with beams. Beside them stand optimal trees of
STreeD and GOSDT with at most as many splits as the theory of ``--noise`` has literals:
what an exhaustive search finds in as much space. Both want columns of two values: each
value of a name, and the thirds of the numbers. A peer that is not installed is left
out, and so are both on tables with more than ``MAX_ROWS`` rows. A tree that is not
proved optimal in ``LIMIT`` seconds is the best until then (STreeD), or counts for that
fold as the larger class (GOSDT).
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from accuracy import Dataset
from tables import table as found_table

from fold_cli.search.options import Options
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.measuring.cross_validation import Plan, assign
from fold_cli.use.problems.table_problem import TableProblem
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_ROWS = 2000
LIMIT = 2
MAX_DEPTH = 4
CUTS = (1 / 3, 2 / 3)
PENALTIES = (0.005, 0.01, 0.02, 0.05, 0.1)
"""What a leaf of GOSDT costs, tried in turn until the tree is small enough."""

FOLD = {
    "--exact": Options(),
    "--exact --beam 4": Options(beam=4),
    "--noise": Options(noise=True),
    "--noise --beam 4": Options(noise=True, beam=4),
}


def measure(directory: Path, plan: Plan, only: str | None) -> str:
    """Return the means over the tables as text."""
    here = sorted(path.parent.name for path in directory.glob("uci/*/data.csv"))
    peers = {"STreeD": ("pystreed", streed), "GOSDT": ("gosdt", gosdt)}
    found = {n: fit for n, (m, fit) in peers.items() if importlib.util.find_spec(m)}
    left_out = [f"left out: {n} is not installed" for n in peers if n not in found]
    means: dict[str, list[list[float]]] = {name: [] for name in (*FOLD, *found)}
    for name in only.split(",") if only else here:
        path = found_table(name, directory)
        if path is None or len((data := Dataset(name, path)).labels) > MAX_ROWS:
            left_out.append(f"left out: {name}, not found or more than {MAX_ROWS} rows")
            continue
        for learner, figures in folds(data, plan, found).items():
            row = [statistics.fmean(column) for column in zip(*figures, strict=True)]
            means[learner].append(row)
            print(f"{name:12} {line(learner, row)}", flush=True)
    rows = [
        line(learner, [statistics.fmean(column) for column in zip(*rows, strict=True)])
        for learner, rows in means.items()
        if rows
    ]
    return "\n".join([*rows, *left_out]) + "\n"


def line(learner: str, row: list[float]) -> str:
    accuracy, clauses, literals, seconds = row
    return (
        f"{learner:17} accuracy {accuracy:6.2f}  clauses {clauses:5.1f}  "
        f"literals {literals:5.1f}  {seconds:7.3f} s"
    )


def folds(
    data: Dataset, plan: Plan, peers: dict[str, Callable[..., tuple[Any, int]]]
) -> dict[str, list[list[float]]]:
    """Return accuracy, clauses, literals and CPU seconds of each learner and fold."""
    figures: dict[str, list[list[float]]] = {name: [] for name in (*FOLD, *peers)}
    for turn in range(plan.repeat):
        assigned = np.array(assign(data.labels, plan, turn))
        for number in range(plan.folds):
            training = np.flatnonzero(assigned != number)
            test = np.flatnonzero(assigned == number)
            labels, literals = data.labels[test], 1
            learned_from, judged_by = TableProblem(data.table).split(training, test)
            for name, options in FOLD.items():
                start = time.process_time()
                theory = learn_problem(learned_from, options).theory
                seconds = time.process_time() - start
                right = judged_by.judge(in_memory(theory)).holds == labels
                figures[name].append([100 * right.mean(), *theory.size, seconds])
                literals = theory.size[1] if name == "--noise" else literals
            cells = two_valued(data, training)
            for name, fit in peers.items():
                start = time.process_time()
                given = (cells[training], data.labels[training], max(1, literals))
                predicted, splits = fit(*given, cells[test])
                seconds = time.process_time() - start
                accuracy = 100 * (predicted.astype(bool) == labels).mean()
                figures[name].append([accuracy, splits + 1, splits, seconds])
    return figures


def two_valued(data: Dataset, training: Any) -> Any:
    """Return a column of 0 and 1 for each value, and for each cut of the numbers."""
    rows, columns = data.cells(), []
    for column in data.numeric:
        values = np.array([row.get(column, np.nan) for row in rows], dtype=float)
        for cut in np.unique(np.nanquantile(values[training], CUTS)):
            columns.append(values <= cut)
    for column in data.categorical:
        cells = [row.get(column) for row in rows]
        for value in sorted({str(cell) for cell in cells if cell is not None}):
            columns.append(np.array([cell == value for cell in cells]))
    return np.stack(columns, axis=1).astype(int)


def streed(cells: Any, labels: Any, literals: int, test: Any) -> tuple[Any, int]:
    from pystreed import STreeDClassifier

    nodes = min(literals, 2**MAX_DEPTH - 1)
    depth = min(nodes, MAX_DEPTH)
    model = STreeDClassifier(max_depth=depth, max_num_nodes=nodes, time_limit=LIMIT)
    model.fit(cells, labels.astype(int))
    return np.array(model.predict(test)), model.get_n_leaves() - 1


def gosdt(cells: Any, labels: Any, literals: int, test: Any) -> tuple[Any, int]:
    from gosdt import GOSDTClassifier

    for penalty in PENALTIES:
        model = GOSDTClassifier(
            regularization=max(penalty, 1 / len(labels)),
            depth_budget=MAX_DEPTH + 1,  # levels, that of the leaves among them
            time_limit=LIMIT,
        )
        try:
            model.fit(cells.astype(bool), labels.astype(int))
        except Exception:  # the time was over before any tree was found
            continue
        tree = model.trees_[0]  # the model's own predict needs an older scikit-learn
        splits = str(tree).count("feature:")
        if splits <= literals:
            return np.array(tree.predict(test.astype(bool))), splits
    return np.full(len(test), labels.mean() > 1 / 2), 0
