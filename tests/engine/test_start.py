"""What is loaded to learn from a few facts and rules, for that is most of the time."""

import shutil
import subprocess
import sys
from pathlib import Path

from support import PATIENCE, ROOT

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


def test_half_a_module_is_not_kept(tmp_path: Path) -> None:
    shutil.copy(ROOT / "prolog" / "fold_modules.pl", tmp_path)
    (folder := tmp_path / "loading").mkdir()
    files = {
        "outer": ":- use_module(inner, [p/0]).\nq :- p.\n",
        "inner": ":- use_module(lost, [r/0]).\np :- \\+ r.\n",
        "whole": "s.\n",
    }
    for name, text in files.items():
        (folder / f"{name}.pl").write_text(f":- module({name}, []).\n{text}")
    goals = [
        "load_module(whole), whole:s",
        "catch(load_module(outer), fold_error(K, _, _, _), true), K == incomplete",
        "forall(member(M, [outer, inner]), \\+ module_property(M, file(_)))",
        "module_property(whole, file(_)), print(done)",
    ]
    result = subprocess.run(
        ["swipl", "-q", "-g", ", ".join(goals), "-t", "halt", "fold_modules.pl"],
        cwd=tmp_path,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.stdout == b"done", result.stderr
