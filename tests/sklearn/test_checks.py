"""What scikit-learn demands of a classifier."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support import PATIENCE

CHECKS = """
import json, sys, warnings
from sklearn.utils.estimator_checks import check_estimator
from fold_cli.sklearn import FoldClassifier

warnings.simplefilter("ignore")
estimator = FoldClassifier(**json.loads(sys.argv[1]))
found = check_estimator(estimator, on_fail=None, on_skip=None)
print(json.dumps([[c["check_name"], c["status"], str(c["exception"])] for c in found]))
assert "pyswip" not in sys.modules
"""

WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == "sklearn":
            raise ModuleNotFoundError(f"No module named {name}", name=name)

sys.meta_path.insert(0, Absent())
import fold_cli.sklearn
"""


@pytest.mark.parametrize(
    "parameters", [{}, {"noise": False}, {"gain": "foil"}], ids=str
)
def test_all_checks_of_scikit_learn_pass(parameters: dict[str, object]) -> None:
    """SciPy must be told before it is imported that arrays of others are given."""
    result = subprocess.run(
        [sys.executable, "-c", CHECKS, json.dumps(parameters)],
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert len(found) > 50
    assert [check for check in found if check[1] != "passed"] == []


def test_without_scikit_learn_the_error_says_what_to_install() -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 1
    assert "pip install 'fold-cli[sklearn]'" in result.stderr.splitlines()[-1]
