"""What explanations claim is true in swipl, of random programs and of real data."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from programs import RandomProgram, check_claims, programs, true_in_swipl
from support import DATA, fold

from fold_cli.files.sources import Sources
from fold_cli.use.explaining.explanation import to_data
from fold_cli.use.problems.problem_factory import applied
from fold_cli.use.theories.written_theory import written

AUTHORS = DATA / "authors"


def trees(theory: Path, bk: Path, atoms: list[str] | tuple[str, ...]) -> list[Any]:
    """Explain atoms in this process."""
    with applied(Sources((str(bk),)), written(str(theory)), ask="nothing") as program:
        return [to_data(program.explanation(atom, 10)) for atom in atoms]


@settings(max_examples=25)
@given(programs())
def test_every_sentence_is_true_of_the_model(program: RandomProgram) -> None:
    with tempfile.TemporaryDirectory() as name:
        files = program.write(Path(name))
        data = trees(files.theory, files.bk, files.atoms)
        holding = true_in_swipl(Path(name), files.atoms, files.bk, files.theory)
        assert [tree["holds"] for tree in data] == holding
        check_claims(Path(name), data, files.bk, files.theory)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("flies", "flies"),
        ("playtennis", "play"),
        ("labor_train", "good_contract"),
        ("acute_train", "inflammation"),
        ("acute_train", "nephritis"),
        ("credit_au_train", "approved"),
        ("mushroom_train", "poisonous"),
    ],
)
def test_the_authors_data(name: str, target: str, tmp_path: Path) -> None:
    path = AUTHORS / f"{name}.pl"
    if not path.exists():
        pytest.skip(f"no {path}; set FOLD_DATA to where authors/ is")
    theory = tmp_path / "theory.pl"
    result = fold("learn", "-q", path, "--target", f"{target}/1", "-o", theory)
    assert result.returncode == 0, result.stderr
    # swipl has the theory's clauses alone: the target's facts are the examples
    facts = path.read_text(encoding="utf-8").splitlines(keepends=True)
    bk = tmp_path / "bk.pl"
    bk.write_text("".join(f for f in facts if not f.startswith(f"{target}(")))
    examples = [f.split(")")[0] + ")" for f in facts if f.startswith(f"{target}(")]
    others = set(re.findall(r"^\w+\((\w+)[,)]", "".join(facts), re.MULTILINE))
    names = sorted(name for name in others if name[0].islower())
    sample = examples[:20] + [f"{target}({name})" for name in names[:20]]
    data = trees(theory, bk, sample)
    assert check_claims(tmp_path, data, bk, theory) > len(sample)


def test_constraints_on_what_is_asked(tmp_path: Path) -> None:
    bk, theory = tmp_path / "bk.pl", tmp_path / "theory.pl"
    bk.write_text("n(a, 1). n(b, z).\nok(X) :- dif(N, z), n(X, N).\n")
    theory.write_text("t(X) :- ok(X).\n")
    data = trees(theory, bk, ["t(a)", "t(b)"])
    assert [tree["holds"] for tree in data] == [True, False]
