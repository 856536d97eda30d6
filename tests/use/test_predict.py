"""``fold predict``: what it says, how sure it is, and that swipl says the same."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from programs import RandomProgram, programs, true_in_swipl
from support import BIRDS, DATA, PROBLEMS, fold, printed, refusal

from fold_cli.errors import InputError
from fold_cli.files.sources import Sources
from fold_cli.theory.terms import Clause, Predicate
from fold_cli.theory.theory import Counts, LearnedClause, Theory
from fold_cli.use.predicting.prediction import predict
from fold_cli.use.predicting.probability import corrected, probabilities
from fold_cli.use.problems.problem_factory import applied
from fold_cli.use.theories.judgement import Judgement
from fold_cli.use.theories.written_theory import WrittenTheory, in_memory, written

if TYPE_CHECKING:
    from support import Write


THEORY = """\
% fold: default theory for fly/1
% examples: 9 positive, 12 negative
% covered: 8 positive, 1 negative

% covers 5 positive, 1 negative
fly(X) :- bird(X), \\+ ab0(X).

% covers 3 positive, 0 negative
fly(X) :- plane(X).

% covers 0 positive, 4 negative
ab0(X) :- penguin(X).
"""
BK = """\
bird(X) :- penguin(X).
bird(tweety). penguin(polly). plane(jet). plane(tweety).
"""
EXAMPLES = "fly(polly).\nfly(jet).\nfly(tweety).\nfly(stone).\n"


@pytest.fixture
def files(write: Write) -> tuple[Path, Path, Path]:
    return write("theory.pl", THEORY), write("bk.pl", BK), write("ex.pl", EXAMPLES)


# Formats


def test_one_line_an_example_in_their_order(files: tuple[Path, Path, Path]) -> None:
    assert printed("predict", *files) == (
        "fly(polly)\tfalse\nfly(jet)\ttrue\nfly(tweety)\ttrue\nfly(stone)\tfalse\n"
    )


def test_all_that_follows_without_examples(files: tuple[Path, Path, Path]) -> None:
    assert printed("predict", *files[:2]) == "fly(jet)\ttrue\nfly(tweety)\ttrue\n"


def test_csv(files: tuple[Path, Path, Path]) -> None:
    text = printed("predict", *files, "--format", "csv", "--proba", "--explain")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["example"] for row in rows][:2] == ["fly(polly)", "fly(jet)"]
    assert [row["prediction"] for row in rows] == ["false", "true", "true", "false"]
    assert float(rows[1]["probability"]) == pytest.approx(4 / 5)
    assert rows[1]["explanation"].startswith("fly(jet) holds, by fly(X) :- plane(X)")
    plain = printed("predict", *files, "--format", "csv")
    assert plain.startswith("example,prediction\nfly(polly),false\n")


def test_json(files: tuple[Path, Path, Path]) -> None:
    data = json.loads(printed("predict", *files, "--format", "json"))
    assert data[0] == {"example": "fly(polly)", "prediction": False}
    full = json.loads(
        printed("predict", *files, "--format", "json", "--proba", "--explain")
    )
    assert full[1]["probability"] == pytest.approx(4 / 5)
    assert full[0]["explanation"]["holds"] is False


def test_explain_adds_the_reasons(files: tuple[Path, Path, Path]) -> None:
    text = printed("predict", *files, "--explain")
    assert (
        "fly(jet)\ttrue\n  fly(jet) holds, by fly(X) :- plane(X) (theory.pl:9)\n"
        in text
    )
    assert "\n    penguin(polly)" not in printed(
        "predict", *files, "--explain", "--depth", "1"
    )


def test_quoted_and_compound_names(write: Write) -> None:
    theory = write("theory.pl", "'is ok'(X, Y) :- 'p q'(X, Y).\n")
    bk = write("bk.pl", "'p q'('A b', f(1, \"s\")).\n'p q'([a, b], -3).\n")
    assert printed("predict", theory, bk) == (
        "'is ok'('A b', f(1, \"s\"))\ttrue\n'is ok'([a, b], -3)\ttrue\n"
    )


# Facts that come later


def test_new_facts_need_no_new_learning(
    files: tuple[Path, Path, Path], write: Write
) -> None:
    more = write("more.pl", "bird(stone).\nplane(polly).\n")
    assert printed("predict", *files, "-b", more) == (
        "fly(polly)\ttrue\nfly(jet)\ttrue\nfly(tweety)\ttrue\nfly(stone)\ttrue\n"
    )
    assert "fly(stone)\ttrue" in printed("predict", *files[:2], "--background", more)


def test_the_theory_comes_before_the_background(
    files: tuple[Path, Path, Path], write: Write, tmp_path: Path
) -> None:
    theory, _, examples = files
    bk = write("bk.pl", BK + "fly(stone).\nab0(X) :- bird(X).\n")
    result = fold("predict", theory, bk, examples)
    assert "fly(stone)\tfalse" in result.stdout
    assert "1 clause of ab0/1 in the background left aside" in result.stderr
    atoms = [line.rstrip(".") for line in EXAMPLES.splitlines()]
    expected = true_in_swipl(tmp_path, atoms, bk, theory)
    assert [line.endswith("true") for line in result.stdout.splitlines()] == expected


# Probability


def test_a_probability_is_of_the_clause_that_decides(
    files: tuple[Path, Path, Path],
) -> None:
    lines = printed("predict", *files, "--proba").splitlines()
    found = [line.split("\t")[2] for line in lines]
    # tweety is a bird and a plane: the first clause decides. Refused were 1 positive
    # and 11 negative examples.
    assert found == [
        f"{2 / 14:.3f}",
        f"{4 / 5:.3f}",
        f"{6 / 8:.3f}",
        f"{2 / 14:.3f}",
    ]


def test_a_probability_is_missing_where_nothing_is_known(
    files: tuple[Path, Path, Path], write: Write
) -> None:
    bare = "\n".join(line for line in THEORY.splitlines() if not line.startswith("%"))
    result = fold("predict", write("bare.pl", bare), *files[1:], "--proba")
    assert result.stdout.splitlines()[0] == "fly(polly)\tfalse\t-"
    assert "some probabilities are missing" in result.stderr


def test_a_probability_is_corrected_for_small_counts() -> None:
    assert corrected(0, 0) == 0.5
    assert corrected(1, 0) == pytest.approx(2 / 3)
    assert corrected(98, 0) == pytest.approx(0.99)


def test_exceptions_never_decide() -> None:
    rule, exception = Clause("t", 1, ()), Clause("ab0", 1, ())
    theory = Theory(
        Predicate("t", 1),
        (LearnedClause(exception, Counts(0, 9)), LearnedClause(rule, Counts(3, 0))),
    )
    flags = np.array([True, False])
    judgement = Judgement(flags, (np.array([True, True]), flags))
    found = probabilities(theory, judgement)
    assert found[0].tolist() == pytest.approx([1 / 5, 4 / 5])
    assert np.isnan(found[1]).all()


# Wrong input


def test_examples_of_something_else_are_reported(
    files: tuple[Path, Path, Path], write: Write
) -> None:
    wrong = write("wrong.pl", "fly(jet).\n\nplane(jet).\nplane(tweety).\n")
    assert f"{wrong}:3: 2 examples of plane/1 here, but the theory is about fly/1" in (
        refusal("predict", *files[:2], wrong)
    )


def test_examples_with_variables_are_reported(
    files: tuple[Path, Path, Path], write: Write
) -> None:
    assert "ex2.pl:1: fly(Jet) has the variable Jet" in refusal(
        "predict", *files[:2], write("ex2.pl", "fly(Jet).\n")
    )


def test_missing_files_are_reported(files: tuple[Path, Path, Path]) -> None:
    theory, bk, examples = files
    assert "no such file" in refusal("predict", theory, bk, f"{examples}x")
    assert "no such file" in refusal("predict", theory, f"{bk}x")
    assert "no such file" in refusal("predict", f"{theory}x", bk)
    assert "no such file" in refusal("predict", theory, bk, "-b", f"{bk}x")


def test_a_missing_predicate_is_reported_with_its_clause(
    files: tuple[Path, Path, Path], write: Write
) -> None:
    theory, _, examples = files
    bk = write("bk.pl", "bird(tweety).\npenguin(polly).\n")
    assert f"{theory}:9: plane/1 is called here but defined nowhere" in refusal(
        "predict", theory, bk, examples
    )


def test_a_run_time_error_is_reported_with_its_rule(write: Write) -> None:
    theory = write("theory.pl", "t(X) :- p(X), odd(X).\n")
    bk = write("bk.pl", "p(a).\nodd(X) :- X > 2.\n")
    error = refusal("predict", theory, bk)
    assert f"{theory}:1: asking t" in error
    assert "Arithmetic" in error


# Agreement


@settings(max_examples=25)
@given(programs())
def test_predictions_agree_with_swipl(program: RandomProgram) -> None:
    with tempfile.TemporaryDirectory() as name:
        files = program.write(Path(name))
        expected = true_in_swipl(Path(name), files.atoms, files.bk, files.theory)
        examples = Path(name) / "examples.pl"
        examples.write_text("".join(f"{atom}.\n" for atom in files.atoms))
        source = written(str(files.theory))
        sources = Sources((str(files.bk),), positives=str(examples))
        with applied(sources, source, ask="examples") as running_program:
            found = list(predict(running_program))
        assert [each.atom for each in found] == list(files.atoms)
        assert [each.holds for each in found] == expected
        true = sorted(
            atom for atom, holds in zip(files.atoms, expected, strict=True) if holds
        )
        assert _derived(files.bk, source) in (None, true)
        assert _derived(files.bk, in_memory(source.theory)) in (None, true)


def _derived(bk: Path, source: WrittenTheory) -> list[str] | None:
    """Return all that follows, or None where nothing binds a head."""
    try:
        with applied(Sources((str(bk),)), source, ask="derived") as program:
            return sorted(program.atoms())
    except InputError as error:
        if "does not give all values" not in str(error):
            raise
        return None


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("flies", "flies"),
        ("playtennis", "play"),
        ("labor_train", "good_contract"),
        ("acute_train", "nephritis"),
        ("credit_au_train", "approved"),
        ("mushroom_train", "poisonous"),
    ],
)
def test_the_authors_data(name: str, target: str, tmp_path: Path) -> None:
    path = DATA / "authors" / f"{name}.pl"
    if not path.exists():
        pytest.skip(f"no {path}; set FOLD_DATA to where authors/ is")
    theory, bk = tmp_path / "theory.pl", tmp_path / "bk.pl"
    result = fold("learn", "-q", path, "--target", f"{target}/1", "-o", theory)
    assert result.returncode == 0, result.stderr
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    mine = [line for line in lines if line.startswith(f"{target}(")]
    bk.write_text("".join(line for line in lines if not line.startswith(f"{target}(")))
    found = printed("predict", theory, bk).splitlines()
    atoms = [line.split("\t")[0] for line in found]
    # the theory is complete and sound, so what follows is what is positive
    assert set(atoms) == {line.strip().rstrip(".") for line in mine}
    assert all(true_in_swipl(tmp_path, atoms, bk, theory))


def test_birds_as_learned(tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    assert fold("learn", "-q", *BIRDS, "-o", theory).returncode == 0
    assert printed("predict", theory, BIRDS[0], "--proba") == (
        "fly(et)\ttrue\t0.750\nfly(tweety)\ttrue\t0.750\n"
    )


def test_files_of_other_systems_are_background(tmp_path: Path, write: Write) -> None:
    towers, theory = PROBLEMS / "popper_towers", tmp_path / "theory.pl"
    assert fold("learn", "-q", towers, "-o", theory).returncode == 0
    examples = write("ex.pl", "stands(t2).\nstands(nowhere).\n")
    assert printed("predict", theory, towers, examples) == (
        "stands(t2)\ttrue\nstands(nowhere)\tfalse\n"
    )
    assert "stands(t1)\ttrue\n" in printed("predict", theory, towers)


# Tables


def test_rows_of_a_table_are_examples(write: Write) -> None:
    rows = "10,red,good\n20,blue,bad\n30,red,good\n40,blue,bad\n5,blue,good\n"
    table = write("data.csv", "age,color,class\n" + rows)
    theory = str(table).replace("data.csv", "theory.pl")
    assert fold("learn", "-q", "--exact", table, "-o", theory).returncode == 0
    new = write("new.csv", "color,age\nblue,21\nred,21\nblue,1\nblue,\n")
    assert printed("predict", theory, new) == (
        "bad(row1)\ttrue\nbad(row2)\tfalse\nbad(row3)\tfalse\nbad(row4)\tfalse\n"
    )
    explained = printed("predict", theory, new, "--explain", "--format", "json")
    data = json.loads(explained)
    assert [each["prediction"] for each in data] == [True, False, False, False]
    because = data[0]["explanation"]["because"]
    literals = [reason["literal"] for reason in because]
    assert set(literals) == {"color(row1, blue)", "age(row1, 21), 21 > 5"}


@pytest.mark.parametrize("count", [1, 3])
def test_json_in_parts_is_one_list(count: int, write: Write) -> None:
    """It is written example by example, as one dump of all would be."""
    theory = write("theory.pl", "t(X) :- p(X).\n")
    bk = write("bk.pl", "p('a\nb').\np(\"\u2028\").\n".replace("\n", "\\n", 1))
    atoms = ["t('a\\nb').", 't("\u2028").', "t(c)."][:count]
    examples = write("examples.pl", "".join(f"{atom}\n" for atom in atoms))
    result = fold("predict", theory, bk, examples, "--explain", "--format", "json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert [each["prediction"] for each in data] == [True, True, False][:count]
    assert result.stdout == json.dumps(data, indent=2, ensure_ascii=False) + "\n"
