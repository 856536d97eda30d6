"""Where the benchmarks find tables: in a directory, or at UCI by their names.

A directory holds uci/NAME/data.csv, whose last column is the class, beside a source.txt
with the lines "numeric: ...", "categorical: ..." and "positive: ...". What is not there
is fetched with the package ucimlrepo (pip install '.[bench]') where there is a network,
and kept in benchmarks/results/data.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
DEFAULT = Path(os.environ.get("FOLD_DATA", ROOT.parent / "shared" / "data"))

AT_UCI = {  # our name: the name there, and the positive class
    "adult": ("Adult", "<=50K"),
    "breastw": ("Breast Cancer Wisconsin (Original)", "4"),
    "credit_card": ("Default of Credit Card Clients", "0"),
    "credit_g": ("Statlog (German Credit Data)", "1"),
    "ecoli": ("Ecoli", "cp"),
    "heart": ("Statlog (Heart)", "1"),
    "ionosphere": ("Ionosphere", "g"),
    "iris": ("Iris", "Iris-versicolor"),
    "kidney": ("Chronic Kidney Disease", "ckd"),
    "krkp": ("Chess (King-Rook vs. King-Pawn)", "won"),
    "mushroom": ("Mushroom", "p"),
    "sonar": ("Connectionist Bench (Sonar, Mines vs. Rocks)", "M"),
    "voting": ("Congressional Voting Records", "republican"),
    "wine": ("Wine", "3"),
}


def table(name: str, directory: Path) -> Path | None:
    """Return the file of a table, fetched if need be, or None if it cannot be had."""
    for place in (directory / "uci", RESULTS / "data"):
        path = place / name / "data.csv"
        if path.is_file():
            return path
    return fetched(name, RESULTS / "data" / name) if name in AT_UCI else None


def described(path: Path) -> tuple[list[str], list[str], str]:
    """Return the numeric and categorical columns of a table, and its positive class."""
    lines = (path.parent / "source.txt").read_text(encoding="utf-8").splitlines()
    said = dict(line.split(": ", 1) for line in reversed(lines) if ": " in line)
    numeric, categorical = (
        [] if said[kind] == "none" else [name.strip() for name in said[kind].split(",")]
        for kind in ("numeric", "categorical")
    )
    return numeric, categorical, said["positive"]


def fetched(name: str, directory: Path) -> Path | None:
    """Fetch a table from UCI."""
    try:
        from ucimlrepo import fetch_ucirepo

        found = fetch_ucirepo(name=AT_UCI[name][0])
    except Exception as error:  # not installed, no network, no such table
        print(f"{name} cannot be fetched from UCI: {error}", flush=True)
        return None
    rows = found.data.features.copy()
    kinds = dict(zip(found.variables["name"], found.variables["type"], strict=True))
    measured = [kinds.get(column) in ("Integer", "Continuous") for column in rows]
    rows.columns = [re.sub(r"\W+", "_", column).strip("_").lower() for column in rows]
    numeric = [c for c, number in zip(rows, measured, strict=True) if number]
    categorical = [c for c in rows if c not in numeric]
    label = found.data.targets.iloc[:, 0].astype(str)
    rows["class"] = label.str.strip().str.rstrip(".")
    source = {
        "dataset": name,
        "source": f"UCI, {AT_UCI[name][0]}",
        "numeric": ", ".join(numeric) or "none",
        "categorical": ", ".join(categorical) or "none",
        "positive": AT_UCI[name][1],
    }
    directory.mkdir(parents=True, exist_ok=True)
    lines = [f"{key}: {value}\n" for key, value in source.items()]
    (directory / "source.txt").write_text("".join(lines), encoding="utf-8")
    rows.to_csv(directory / "data.csv", index=False)
    return directory / "data.csv"
