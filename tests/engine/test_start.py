"""What is loaded to learn from a few facts and rules, for that is most of the time."""

import subprocess
import sys

SCRIPT = """
import sys
from fold_cli import Text, learn
bk = Text("bird(X) :- penguin(X). bird(tweety). cat(tom). penguin(polly).")
print(*learn(bk, ["fly(tweety)"], ["fly(polly)", "fly(tom)"]).clauses)
from pyswip import Prolog
print(*sys.modules)
print(*(answer["M"] for answer in Prolog().query("module_property(M, file(_))")))
"""


def test_a_small_problem_loads_nothing_that_it_does_not_need() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    clauses, python, prolog = run.stdout.splitlines()
    assert clauses == r"fly(X) :- bird(X), \+ ab0(X). ab0(X) :- penguin(X)."
    unused = {
        *("numpy.ma", "rich", "difflib", "fold_cli.use.explaining.explanation"),
        *("fold_cli.search.noise", "fold_cli.files.tables.columns", "fold_cli.dask"),
    }
    assert {"numpy", "fold_cli.use.learning.run"} <= set(python.split())
    assert not unused & set(python.split())
    assert {"fold_vet", "fold_theory"} <= set(prolog.split())
    unused = {"fold_bind", "fold_taint", "fold_steadfast", "fold_table", "files"}
    unused.add("fold_memo")
    assert not unused & set(prolog.split())
