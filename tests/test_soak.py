"""Many runs in one process: the same theories, and no more memory than a few take.

``make soak`` makes 200 of them: FOLD_SOAK says how many.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from support import PROBLEMS, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

RUNS = int(os.environ.get("FOLD_SOAK", "60"))
BEFORE = 30
"""Runs after which all that is loaded when first needed has been loaded."""

SCRIPT = """
import gc, json, sys
from pathlib import Path
from fold_cli.use.learning.learn import learn
from fold_cli.errors import FoldError
from fold_cli.files.sources import Sources, TableSource
from fold_cli.theory.formats.prolog_format import to_prolog

problems, tmp = map(Path, sys.argv[1:3])
runs, before = map(int, sys.argv[3:])
rows = "".join(f"{i},{i % 3},{'yes' if i % 4 else 'no'}\\n" for i in range(40))
(tmp / "t.csv").write_text(f"a,b,class\\n{rows}")
(tmp / "bad.pl").write_text("bird(a).\\np(X) :- shell(X).\\n")
(tmp / "loop.pl").write_text(
    "edge(a, b). edge(b, c). edge(c, a).\\n"
    "path(X, Y) :- path(X, Z), edge(Z, Y).\\npath(X, Y) :- edge(X, Y).\\n"
    "win(X) :- edge(X, Y), \\\\+ lost(Y).\\nlost(c).\\n"
    ":- op(700, xfx, ===>).\\nsucc(a, ===>).\\nlast(X) :- last([a, b], X).\\n"
)
(tmp / "pos.pl").write_text("t(a).\\n")
names = ["birds", "nested_exceptions", "play_tennis"]
sources = [
    *(Sources((f"{problems}/{n}/bk.pl",), f"{problems}/{n}/pos.pl") for n in names),
    Sources((f"{problems}/popper_towers",)),
    Sources((f"{problems}/aleph_parcels/parcels.b",)),
    TableSource(f"{tmp}/t.csv"),
    Sources((f"{tmp}/bad.pl",), f"{tmp}/pos.pl"),
    Sources((f"{tmp}/loop.pl",), f"{tmp}/pos.pl"),
]

def resident():
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

def learned(source):
    try:
        return to_prolog(learn(source).theory)
    except FoldError as error:
        return str(error)

def modules_now():
    from pyswip import Prolog
    return [*Prolog().query("statistics(modules, N)")][0]["N"]

results, sizes, modules = {}, [], []
for run in range(before + runs):
    at = run % len(sources)
    results.setdefault(at, set()).add(learned(sources[at]))
    if run >= before:
        sizes.append(resident())
        modules.append(modules_now())
counts = {k: len(v) for k, v in results.items()}
print(json.dumps({"results": counts, "sizes": sizes, "modules": modules}))
"""


def test_memory_stays_flat_and_theories_the_same(tmp_path: Path) -> None:
    args = [str(PROBLEMS), str(tmp_path), str(RUNS), str(BEFORE)]
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *args],
        env=unmeasured(),  # whose own memory grows
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert set(report["results"].values()) == {1}, report["results"]
    assert len(set(report["modules"])) == 1
    first, last = report["sizes"][0], report["sizes"][-1]
    assert last < first * 1.1, f"grew from {first} to {last} bytes in {RUNS} runs"
