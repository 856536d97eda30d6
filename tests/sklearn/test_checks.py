"""What scikit-learn demands of a classifier."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from support import PATIENCE

CHECKS = """
import json, sys, warnings
from sklearn.utils.estimator_checks import check_estimator
from fold_cli.sklearn import FoldClassifier

warnings.simplefilter("ignore")
found = []
for parameters in json.loads(sys.argv[1]):
    checks = check_estimator(FoldClassifier(**parameters), on_fail=None, on_skip=None)
    found.append([[c["check_name"], c["status"], str(c["exception"])] for c in checks])
print(json.dumps(found))
assert "pyswip" not in sys.modules
"""

PARAMETERS: list[dict[str, object]] = [{}, {"noise": False}, {"gain": "foil"}]

WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == "sklearn":
            raise ModuleNotFoundError(f"No module named {name}", name=name)

sys.meta_path.insert(0, Absent())
import fold_cli.sklearn
"""


def test_all_checks_of_scikit_learn_pass() -> None:
    """SciPy must be told before it is imported that arrays of others are given."""
    result = subprocess.run(
        [sys.executable, "-c", CHECKS, json.dumps(PARAMETERS)],
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    for parameters, found in zip(PARAMETERS, json.loads(result.stdout), strict=True):
        assert len(found) > 50
        failed = [check for check in found if check[1] != "passed"]
        assert failed == [], parameters


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
