"""What a theory of very many clauses says of a table's rows, in little memory."""

import tracemalloc
from pathlib import Path

import numpy as np
from tables import source

from fold_cli.files.tables.read import read_table
from fold_cli.theory.terms import Clause, Const, Literal, Predicate, Var
from fold_cli.theory.theory import LearnedClause, Theory
from fold_cli.use.theories.judgement import judge_rows


def test_flags_are_not_held_for_all_clauses(tmp_path: Path) -> None:
    rows, values = 30_000, 300
    lines = [f"v{row * 7 % values},{'yn'[row % 2]}" for row in range(rows)]
    (tmp_path / "t.csv").write_text("\n".join(["a,class", *lines, ""]))
    table = read_table(source(tmp_path / "t.csv"))
    clauses = [
        Clause("y", 1, (Literal("a", (Var(0), Const(f"v{at}"))),))
        for at in range(values)
    ]
    theory = Theory(Predicate("y", 1), tuple(map(LearnedClause, clauses)))
    tracemalloc.start()
    try:
        judgement = judge_rows(table, theory, table.rows)
        found = [np.count_nonzero(each) for each in judgement.within_defaults(theory)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert judgement.holds.all()
    assert found == [rows // values] * values
    assert peak < 4e6  # flags of all clauses take 9 MB
