"""No small file takes long: the worst shapes of ``benchmarks/growth.py``.

Nothing is timed. Each input has a size at which work that is quadratic in it, or worse,
takes longer than the tests wait for any command.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support import ROOT, fold

sys.path.append(str(ROOT / "benchmarks"))
import file_shapes  # noqa: F401, the shapes register themselves
import form_shapes  # noqa: F401
import mixed_shapes  # noqa: F401
import row_shapes  # noqa: F401
import task_shapes  # noqa: F401
import theory_shapes  # noqa: F401
import value_shapes  # noqa: F401
from growth import write
from shapes import SHAPES

if TYPE_CHECKING:
    from pathlib import Path

MODES = "modes bk.pl pos.pl neg.pl"
CLASS = "--class k --positive y"

CASES = [
    ("chain of rules", 6000, MODES),
    ("cycle of rules", 3000, MODES),
    ("rules of many variables", 40_000, MODES),
    ("nested findalls", 4500, MODES),
    ("arities of one name", 300, "learn -q bk.pl pos.pl neg.pl"),
    ("shared exceptions beside rows", 15_000, "show t.pl --format sql"),
    ("listed rows", 40_000, "predict t.pl x.csv --explain --format json --id id"),
    ("modes of what is undefined", 5000, MODES),
    ("classes", 15_000, "modes bk.pl pos.pl"),
    ("operators beside modules", 2000, MODES),
    ("types by shared constants", 10_000, MODES),
    ("chain of predicates", 3000, "predict t.pl bk.pl"),
    ("chain of predicates", 1500, "evaluate t.pl bk.pl pos.pl neg.pl"),
    ("chain of rules", 4000, "learn -q bk.pl pos.pl neg.pl"),
    ("explanations of shared rules", 200, "evaluate t.pl bk.pl pos.pl neg.pl"),
    ("exceptions of two clauses", 1000, "show t.pl --format text"),
    ("chain of exceptions", 5000, "show t.pl --format text"),
    ("theory facts", 60_000, "predict t.pl bk.pl"),
    ("theory clauses", 4000, "evaluate t.pl bk.pl pos.pl neg.pl"),
    ("theory of many disjunctions", 300, "explain t.pl bk.pl t(c)"),
    ("theory of many variables", 4000, "explain t.pl bk.pl t(c)"),
    ("bias that nests without end", 10, "modes ."),
    ("bias chain of rules", 10_000, "modes ."),
    ("bias joins", 5000, "modes ."),
    ("task of choices", 12_000, "modes x.las"),
    ("task of a long rule", 20_000, "learn -q x.las"),
    ("task of noisy examples", 5000, "learn -q x.las"),
    ("bias string of escaped quotes without end", 200_000, "modes ."),
    ("hash lines", 200_000, "modes ."),
    ("aleph chain of uncallable rules", 5000, "modes x"),
    ("table headers of one name", 8000, f"modes x.csv {CLASS}"),
    ("table cell of blanks", 400_000, f"modes x.csv {CLASS}"),
    ("arff quotes and blanks", 400_000, f"modes x.arff {CLASS}"),
    ("arff blanks before a quote", 100_000, f"modes x.arff {CLASS}"),
]


@pytest.mark.parametrize(("shape", "n", "command"), CASES)
def test_ends(shape: str, n: int, command: str, tmp_path: Path) -> None:
    write(SHAPES[shape].files(n), tmp_path)
    result = fold(*command.split(), cwd=tmp_path)
    assert result.returncode in (0, 1)
    assert "Traceback" not in result.stderr
    if result.returncode:
        assert result.stderr.startswith("fold: error: ")
