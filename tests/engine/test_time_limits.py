"""``--timeout`` ends a command wherever it is: stuck in any step, in Prolog or Python.

A step is made to take for ever, and the time limit begins when it does, so that nothing
here depends on how fast the machine is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support import run_script, write_files

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "bk.pl": "bird(a). bird(b). cat(c).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "x.csv": "a,class\n" + "1,y\n2,n\n" * 4,
    "t.pl": "% class: class y\n% column: a numeric a\nclass_y(X) :- a(X, N), N =< 1.\n",
}
# In Prolog: wait in C for someone to write to a pipe.
IN_PROLOG = """
from fold_cli.engine.prolog import Engine, ModuleName
from fold_cli.engine.stop import stopper
call = Engine.call
def stuck(self, module, name, *args):
    if (module, name) == ("{module}", "{name}"):
        nothing = ModuleName("nothing")
        call(self, "fold_problem", "new_problem", nothing)
        stopper().limit(0.3)
        call(self, "fold_load", "load_file", nothing, "pipe.pl", "bk")
    return call(self, module, name, *args)
Engine.call = stuck
from fold_cli.cli import main
main()
"""
IN_PYTHON = """
import importlib
from fold_cli.engine.stop import stopper
import fold_cli.api
owner = importlib.import_module("{module}")
*path, last = "{name}".split(".")
for part in path:
    owner = getattr(owner, part)
def stuck(*args, **options):
    stopper().limit(0.3)
    while True:
        pass
setattr(owner, last, stuck)
from fold_cli.cli import main
main()
"""
LEARN = "learn bk.pl pos.pl neg.pl"
EVALUATE = "evaluate theory.pl bk.pl pos.pl neg.pl"
STEPS = [
    (LEARN, "fold_load", "load_file"),
    (LEARN, "fold_vet", "vet"),
    (LEARN, "fold_types", "argument_types"),
    ("learn bk.pl pos.pl", "fold_world", "closed_world"),
    (LEARN, "fold_relations", "relation_facts"),
    (LEARN, "fold_judge", "judge_clauses"),
    ("modes bk.pl pos.pl neg.pl", "fold_declarations", "declarations"),
    ("convert bk.pl pos.pl neg.pl -o out", "fold_convert", "background_text"),
    (EVALUATE, "fold_clauses", "read_clauses"),
    (EVALUATE, "fold_judge", "judge_clauses"),
    ("predict theory.pl bk.pl", "fold_theory", "derive"),
    ("explain theory.pl bk.pl fly(a)", "fold_explain", "explain_atom"),
    ("learn x.csv", "fold_cli.files.tables.raw", "chunks"),
    ("learn x.csv", "fold_cli.theory.formats.prolog_format", "to_prolog"),
    (LEARN, "fold_cli.search.learner", "Learner.specialize"),
    ("evaluate t.pl x.csv", "fold_cli.files.tables.raw", "chunks"),
    ("cv x.csv --folds 2 --jobs 1", "fold_cli.files.tables.raw", "chunks"),
    ("cv bk.pl pos.pl neg.pl --jobs 1", "fold_vet", "vet"),
]


@pytest.mark.parametrize(
    ("command", "module", "name"),
    STEPS,
    ids=[f"{s[0].split()[0]}-{s[2]}" for s in STEPS],
)
def test_a_time_limit_in_every_step(
    command: str, module: str, name: str, tmp_path: Path
) -> None:
    write_files(tmp_path, FILES)
    os.mkfifo(tmp_path / "pipe.pl")
    script = IN_PYTHON if module.startswith("fold_cli") else IN_PROLOG
    script = script.replace("{module}", module).replace("{name}", name)
    result = run_script(script, *command.split(), cwd=tmp_path)
    assert result.returncode == 3, result.stderr
    assert "the time limit of 0.3 s is over" in result.stderr
    assert "Traceback" not in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {*FILES, "pipe.pl"}
