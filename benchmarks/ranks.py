"""How well probabilities rank: the part of accuracy.py that --auc asks for.

The area under the ROC curve of ``--noise`` and of a CART of depth 4, whose
probabilities are the shares in its leaves, on the tables of two classes, with the same
folds.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

import numpy as np
from accuracy import Dataset
from tables import table as found_table

from fold_cli.search.options import Options
from fold_cli.use.learning.classes import learn_every_class
from fold_cli.use.measuring.cross_validation import Plan, assign
from fold_cli.use.measuring.ranking import auc
from fold_cli.use.predicting.probability import probabilities
from fold_cli.use.problems.table_problem import TableProblem
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from pathlib import Path


def measure(directory: Path, plan: Plan, only: str | None) -> str:
    """Return a table of the areas."""
    from sklearn.tree import DecisionTreeClassifier

    here = sorted(path.parent.name for path in directory.glob("uci/*/data.csv"))
    lines, means = [f"{'':12} {'fold --noise':>12} {'CART':>8}"], []
    for name in only.split(",") if only else here:
        path = found_table(name, directory)
        if path is None:
            continue
        data, areas = Dataset(name, path), list[tuple[float, float]]()
        cells = encoded(data)
        for turn in range(plan.repeat):
            folds = np.array(assign(data.labels, plan, turn))
            for number in range(plan.folds):
                training = np.flatnonzero(folds != number)
                test = np.flatnonzero(folds == number)
                parts = TableProblem(data.table).split(training, test)
                theory = learn_every_class(parts[0], Options(noise=True)).theory
                judgement = parts[1].judge(in_memory(theory), clauses=True)
                ours = probabilities(theory, judgement)[:, 1]
                tree = DecisionTreeClassifier(max_depth=4, random_state=0)
                tree.fit(cells[training], data.labels[training])
                theirs = tree.predict_proba(cells[test])[:, 1]
                both = [auc(each, data.labels[test]) for each in (ours, theirs)]
                if both[0] is not None and both[1] is not None:
                    areas.append((both[0], both[1]))
        means.append([statistics.fmean(each) for each in zip(*areas, strict=True)])
        lines.append(f"{name:12} {means[-1][0]:12.3f} {means[-1][1]:8.3f}")
        print(lines[-1], flush=True)
    mean = [statistics.fmean(each) for each in zip(*means, strict=True)]
    lines.append(f"{'mean':12} {mean[0]:12.3f} {mean[1]:8.3f}")
    return "\n".join(lines) + "\n"


def encoded(data: Dataset) -> Any:
    """Return numbers, the median where one is missing, and a column for each value."""
    rows, columns = data.cells(), []
    for column in data.numeric:
        values = np.array([row.get(column, np.nan) for row in rows], dtype=float)
        columns.append(np.where(np.isnan(values), np.nanmedian(values), values))
    for column in data.categorical:
        cells = [row.get(column) for row in rows]
        for value in sorted({str(cell) for cell in cells if cell is not None}):
            columns.append(np.array([cell == value for cell in cells], dtype=float))
    return np.stack(columns, axis=1)
