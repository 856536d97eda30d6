"""Measures of predictions, and ``fold evaluate``."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import RandomProgram, programs, true_in_swipl
from support import BIRDS, DATA, fold, printed, refusal

from fold_cli.files.sources import Sources
from fold_cli.files.theories import read_theory
from fold_cli.use.measuring.confusion import Confusion
from fold_cli.use.measuring.evaluation import clause_signs, evaluate_problem
from fold_cli.use.problems.problem_factory import opened
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from support import Write

    from fold_cli.use.measuring.evaluation import Evaluation


def flags(text: str) -> np.ndarray:
    return np.array([char == "1" for char in text], dtype=np.bool_)


def test_a_confusion_counts_each_kind() -> None:
    confusion = Confusion.of(flags("1101000"), flags("1110100"))
    assert confusion == Confusion(2, 2, 1, 2)
    assert confusion.positives == 4
    assert confusion.negatives == 3
    assert confusion.accuracy == pytest.approx(4 / 7)
    assert confusion.precision == pytest.approx(2 / 3)
    assert confusion.recall == pytest.approx(1 / 2)
    assert confusion.f1 == pytest.approx(4 / 7)


@pytest.mark.parametrize(
    ("confusion", "expected"),
    [
        pytest.param(Confusion(), (0, 0, 0, 0), id="no-examples"),
        pytest.param(Confusion(0, 3, 0, 1), (0.25, 0, 0, 0), id="none-predicted"),
        pytest.param(Confusion(0, 0, 0, 4), (1, 0, 0, 0), id="no-positives"),
        pytest.param(Confusion(3, 0, 0, 4), (1, 1, 1, 1), id="perfect"),
    ],
)
def test_measures_never_divide_by_nothing(
    confusion: Confusion, expected: tuple[float, ...]
) -> None:
    measures = (confusion.accuracy, confusion.precision, confusion.recall, confusion.f1)
    assert measures == expected


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_confusions_of_parts_add_up(pairs: list[tuple[bool, bool]]) -> None:
    predicted = np.array([p for p, _ in pairs])
    positive = np.array([q for _, q in pairs])
    cut = len(pairs) // 2
    parts = Confusion.of(predicted[:cut], positive[:cut]) + Confusion.of(
        predicted[cut:], positive[cut:]
    )
    whole = Confusion.of(predicted, positive)
    assert parts == whole
    assert whole.accuracy == np.mean(predicted == positive)


# The command

THEORY = """\
fly(X) :- bird(X), \\+ ab0(X).
fly(X) :- plane(X).
ab0(X) :- penguin(X), \\+ ab1(X).
ab1(X) :- super(X).
"""
BK = """\
bird(X) :- penguin(X).
bird(tweety). bird(egg). penguin(polly). penguin(pete). super(pete). plane(wreck).
"""
POS = "fly(tweety). fly(pete). fly(rocket).\n"
NEG = "fly(polly). fly(egg). fly(wreck). fly(stone).\n"


@pytest.fixture
def files(write: Write) -> list[Path]:
    texts = {"theory.pl": THEORY, "bk.pl": BK, "pos.pl": POS, "neg.pl": NEG}
    return [write(name, text) for name, text in texts.items()]


def test_json(files: list[Path]) -> None:
    data = json.loads(printed("evaluate", *files, "--format", "json", "--list-errors"))
    assert data["confusion"] == {
        "true_positives": 2,
        "false_negatives": 1,
        "false_positives": 2,
        "true_negatives": 2,
    }
    assert data["accuracy"] == pytest.approx(4 / 7)
    assert data["precision"] == pytest.approx(1 / 2)
    assert data["recall"] == pytest.approx(2 / 3)
    assert data["f1"] == pytest.approx(4 / 7)
    assert data["errors"] == {
        "false_negatives": ["fly(rocket)"],
        "false_positives": ["fly(egg)", "fly(wreck)"],
    }
    assert [(c["prolog"], c["right"], c["wrong"]) for c in data["clauses"]] == [
        ("fly(X) :- bird(X), \\+ ab0(X).", 2, 1),
        ("fly(X) :- plane(X).", 0, 1),
        ("ab0(X) :- penguin(X), \\+ ab1(X).", 1, 0),
        ("ab1(X) :- super(X).", 1, 0),
    ]
    assert "errors" not in json.loads(printed("evaluate", *files, "--format", "json"))


def test_table(files: list[Path]) -> None:
    text = printed("evaluate", *files, "--list-errors")
    assert text.startswith(
        "fly/1: accuracy 0.571, precision 0.500, recall 0.667, F1 0.571\n"
    )
    assert re.search(r"^positive +2 +1$", text, re.MULTILINE)
    assert re.search(r"^negative +2 +2$", text, re.MULTILINE)
    assert re.search(r"^fly\(X\) :- plane\(X\)\. +0 +1 +0 +1$", text, re.MULTILINE)
    assert "predicted false, but positive: fly(rocket)\n" in text
    assert text.endswith("predicted true, but negative: fly(wreck)\n")
    assert "but" not in printed("evaluate", *files)


def test_without_negatives_the_world_is_closed(files: list[Path]) -> None:
    result = fold("evaluate", *files[:3], "--format", "json")
    assert "the closed world has" in result.stderr
    data = json.loads(result.stdout)
    assert data["positives"] == 3
    assert data["confusion"]["false_positives"] == 2


def test_without_positives_they_are_among_the_background(
    files: list[Path], write: Write
) -> None:
    both = write("both.pl", BK + POS)
    data = json.loads(printed("evaluate", files[0], both, "--format", "json"))
    assert data["positives"] == 3
    assert data["confusion"]["true_positives"] == 2


def test_a_learned_theory_is_right(tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    assert fold("learn", "-q", *BIRDS, "-o", theory).returncode == 0
    data = json.loads(printed("evaluate", theory, *BIRDS, "--format", "json"))
    assert data["accuracy"] == 1


def test_rows_of_a_table(write: Write) -> None:
    rows = "10,red,good\n20,blue,bad\n30,red,good\n40,blue,bad\n5,blue,good\n"
    table = write("data.csv", "age,color,class\n" + rows)
    theory = str(table).replace("data.csv", "theory.pl")
    assert fold("learn", "-q", "--exact", table, "-o", theory).returncode == 0
    other = write("other.csv", "age,color,class\n1,red,bad\n20,blue,bad\n9,red,good\n")
    args = (theory, other, "--positive", "bad", "--list-errors", "--format", "json")
    data = json.loads(printed("evaluate", *args))
    assert data["confusion"]["true_positives"] == 1
    assert data["errors"]["false_negatives"] == ["bad(row1)"]
    assert "the theory is about bad" in refusal(
        "evaluate", theory, other, "--positive", "good"
    )


# Wrong input


def test_examples_of_something_else_are_reported(
    files: list[Path], write: Write
) -> None:
    wrong = write("wrong.pl", "walk(tweety).\n")
    error = refusal("evaluate", *files[:2], wrong)
    assert f"{wrong}:1: 1 example of walk/1 here, but the target is fly/1" in error
    assert "the theory is about fly/1, the examples about walk/1" in refusal(
        "evaluate", *files[:2], wrong, "--target", "walk/1"
    )


def test_missing_files_are_reported(files: list[Path]) -> None:
    for place in range(4):
        wrong = [*files]
        wrong[place] = Path(f"{files[place]}x")
        assert f"{wrong[place]}: no such file" in refusal("evaluate", *wrong)


def test_an_example_both_ways_is_reported(files: list[Path], write: Write) -> None:
    both = write("neg.pl", "fly(stone).\nfly(pete).\n")
    assert f"{both}:2: fly(pete) is both" in refusal("evaluate", *files[:3], both)


# Which clauses speak for the target


def test_each_negation_inverts_the_sign(write: Write) -> None:
    theory = read_theory(
        str(
            write(
                "theory.pl",
                THEORY + "fly(X) :- helper(X).\nhelper(X) :- \\+ ab2(X).\n"
                "ab2(X) :- both(X).\nfly(X) :- both(X).\nboth(X) :- bird(X).\n"
                "unused(X) :- bird(X).\n",
            )
        )
    )
    signs = clause_signs(theory)
    used = ("fly", "ab0", "ab1", "helper", "ab2", "both", "unused")
    assert [signs.get((name, 1)) for name in used] == [
        True,
        False,
        True,
        True,
        False,
        None,
        None,
    ]


# Agreement


def judged(theory: Path, bk: Path, pos: Path, neg: Path) -> Evaluation:
    with opened(Sources((str(bk),), str(pos), str(neg))) as problem:
        return evaluate_problem(problem, written(str(theory)))


@settings(max_examples=20)
@given(programs(), st.data())
def test_evaluation_agrees_with_swipl(
    program: RandomProgram, data: st.DataObject
) -> None:
    labels = data.draw(
        st.lists(
            st.booleans(), min_size=len(program.atoms), max_size=len(program.atoms)
        ).filter(any)
    )
    with tempfile.TemporaryDirectory() as name:
        files = program.write(Path(name))
        for file, wanted in (("pos.pl", True), ("neg.pl", False)):
            chosen = [
                a for a, b in zip(files.atoms, labels, strict=True) if b == wanted
            ]
            text = "".join(f"{atom}.\n" for atom in chosen) or "% none\n"
            (Path(name) / file).write_text(text)
        result = judged(
            files.theory, files.bk, Path(name) / "pos.pl", Path(name) / "neg.pl"
        )
        clauses = [line.rstrip(".") for line in program.theory.splitlines()]
        defaults = [re.sub(r"(, )?\\\+ ab\d\(X(, Y)?\)$", "", c) for c in clauses]
        goals = [
            *files.atoms,
            *(_applied(clause, atom) for clause in clauses for atom in files.atoms),
            *(_applied(default, atom) for default in defaults for atom in files.atoms),
        ]
        true = np.array(true_in_swipl(Path(name), goals, files.bk, files.theory))
    positive = np.array(labels)
    by_goal = true.reshape(-1, len(files.atoms))
    assert result.confusion == Confusion.of(by_goal[0], positive)
    for at, (clause, score) in enumerate(zip(clauses, result.clauses, strict=True), 1):
        asked = _asked(clause, clauses, by_goal[len(clauses) + 1 :])
        if asked is None:
            assert score.covers is None
            continue
        covered = by_goal[at] & asked
        assert score.positives == np.count_nonzero(covered & positive)
        assert score.negatives == np.count_nonzero(covered & ~positive)


def _asked(clause: str, clauses: list[str], defaults: np.ndarray) -> np.ndarray | None:
    """Return the atoms that a clause is asked about: its default's, if it has one.

    Nothing asks an exception that no clause has.
    """
    name = clause[: clause.index("(")]
    if name == "t":
        return np.ones(defaults.shape[1], dtype=np.bool_)
    asked = [
        of_user & default
        for user, default in zip(clauses, defaults, strict=True)
        if f"+ {name}(" in user
        and (of_user := _asked(user, clauses, defaults)) is not None
    ]
    return np.any(asked, axis=0) if asked else None


def _applied(clause: str, atom: str) -> str:
    """Return a goal that asks one clause of an atom's arguments."""
    head, _, body = clause.partition(" :- ")
    body = body or "true"
    mine, given_ = head.index("("), atom.index("(")
    return f"a{atom[given_:]} = a{head[mine:]}, {body}"


def test_the_authors_data(tmp_path: Path) -> None:
    path = DATA / "authors" / "labor_train.pl"
    if not path.exists():
        pytest.skip(f"no {path}; set FOLD_DATA to where authors/ is")
    theory = tmp_path / "theory.pl"
    target = ("--target", "good_contract/1")
    assert fold("learn", "-q", path, *target, "-o", theory).returncode == 0
    data = json.loads(printed("evaluate", theory, path, "--format", "json"))
    assert data["confusion"]["true_positives"] == 26
    assert data["confusion"]["true_negatives"] == 14
    assert data["accuracy"] == 1
