"""How learning grows with rows and workers: time, memory and rounds, within one run.

    python benchmarks/scale.py [--rows 1 4 10] [--workers 1 2] [--memory 500MB]

Rows are counted in millions, of 25 columns: ten numbers and fifteen categories, drawn
at random, with a class that two rules decide, but for one row in ten. They are written
as Parquet in parts of 500,000 rows. Each way of learning is a process of its own:
alone, with ``--memory``, with ``--cluster local:N``. The theories must be the same.
Seconds are those of the clock, start included, and CPU seconds those of all processes;
peak memory is that of the largest of its processes without pages of files, looked at
ten times a second. What travels in a round are questions to all workers and their
answers, as they are pickled. Reading ends with the first question; it has the start of
the workers in it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa
from pyarrow import parquet
from tables import RESULTS

PART_ROWS = 500_000
LEARN = """
import json, pickle, sys, time
from fold_cli import learn
from fold_cli.dask import team
rounds = sent = received = 0
start = reading = time.perf_counter()
class MeasuredTeam(team.DaskTeam):
    def _ask(self, hand, question, program):
        global sent
        sent += len(pickle.dumps((question, program)))
        return super()._ask(hand, question, program)
    def ask(self, question, program):
        global rounds, reading
        reading = reading if rounds else time.perf_counter()
        rounds += 1
        return super().ask(question, program)
    def _collected(self, waiting, done):
        global received
        answers, left = super()._collected(waiting, done)
        received += rounds and sum(len(pickle.dumps(each)) for each in answers)
        return answers, left
team.DaskTeam = MeasuredTeam
parts, theory, options = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
found = learn(parts, class_column="y", positive="yes", **options)
open(theory, "w").write(found.to_prolog())
found = {"rounds": rounds, "sent": sent, "received": received}
print(json.dumps({**found, "reading": reading - start}))
"""


def write_parts(directory: Path, rows: int) -> None:
    """Write a table of random rows, the same for the same number."""
    draw = np.random.default_rng(0)
    words = np.array([f"v{n}" for n in range(12)])
    for start in range(0, rows, PART_ROWS):
        size = min(PART_ROWS, rows - start)
        columns = {f"n{k}": draw.integers(0, 1000, size) / 10 for k in range(10)}
        codes = {f"c{k}": draw.integers(0, 12, size) for k in range(15)}
        normal = (columns["n0"] > 60) & (codes["c0"] != 3) | (codes["c1"] == 5)
        holds = normal ^ (draw.random(size) < 0.1)
        texts = {name: words[code] for name, code in codes.items()}
        table = pa.table({**columns, **texts, "y": np.where(holds, "yes", "no")})
        parquet.write_table(table, directory / f"part-{start // PART_ROWS:04}.parquet")


def measured(parts: Path, theory: Path, options: dict[str, str]) -> dict[str, float]:
    """Learn in a process of its own; return seconds, peak megabytes and rounds."""
    start, peak, used = time.perf_counter(), 0, dict[int, float]()
    command = [
        sys.executable,
        "-c",
        LEARN,
        str(parts),
        str(theory),
        json.dumps(options),
    ]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    root = psutil.Process(run.pid)
    while run.poll() is None:
        try:
            for process in (root, *root.children(recursive=True)):
                memory = process.memory_info()
                peak = max(peak, memory.rss - memory.shared)
                used[process.pid] = sum(process.cpu_times()[:2])
        except psutil.NoSuchProcess:
            pass  # it has just ended
        time.sleep(0.1)
    assert run.stdout is not None
    if run.returncode:
        raise SystemExit(f"learning with {options} failed")
    found: dict[str, float] = json.loads(run.stdout.read())
    seconds = time.perf_counter() - start
    cpu = sum(used.values())
    return {"seconds": seconds, "cpu": cpu, "megabytes": peak / 1e6, **found}


def main() -> None:
    """Print a table, and write it as JSON to benchmarks/results."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=float, nargs="+", default=[1, 4, 10])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--memory", default="500MB")
    arguments = parser.parse_args()
    ways: list[tuple[str, dict[str, str]]] = [
        ("one process", {}),
        (f"--memory {arguments.memory}", {"memory": arguments.memory}),
        *((f"local:{n}", {"cluster": f"local:{n}"}) for n in arguments.workers),
    ]
    results = []
    heads = ["rows", "way", "seconds", "CPU s", "rows a second", "peak MB"]
    heads += ["reading s", "rounds", "KB a round"]
    print("|", " | ".join(heads), "|")
    print("|" + "---|" * len(heads))
    for millions in arguments.rows:
        rows = int(millions * 1e6)
        with tempfile.TemporaryDirectory() as name:
            parts, theories = Path(name, "parts"), []
            parts.mkdir()
            write_parts(parts, rows)
            for way, options in ways:
                theory = Path(name, "theory.pl")
                found = measured(parts, theory, options)
                theories.append(theory.read_bytes())
                speed = rows / found["seconds"]
                rounds = found["rounds"]
                travels = (found["sent"] + found["received"]) / 1000 / max(rounds, 1)
                travelled = " | | "
                if rounds:
                    travelled = f"{found['reading']:.1f} | {rounds} | {travels:.1f}"
                print(
                    f"| {rows:,} | {way} | {found['seconds']:.1f} | "
                    f"{found['cpu']:.1f} | {speed:,.0f} | "
                    f"{found['megabytes']:.0f} | {travelled} |",
                    flush=True,
                )
                results.append({"rows": rows, "way": way, **found})
            assert len(set(theories)) == 1, "the theories differ"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "scale.json").write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
