"""Files of other systems: recognised, converted to our own, learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest
from dialects import GARDEN, MUSHROOM_FILES, PARCELS, TOWERS, loaded, modes, warning
from support import DATA, PROBLEMS, clauses, fold

from fold_cli.errors import FoldError, InputError
from fold_cli.files.dialects.dialect import DIALECTS, recognise
from fold_cli.files.loader import load
from fold_cli.files.sources import Sources

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


# Recognition


@pytest.mark.parametrize(
    ("files", "dialect"),
    [
        ((TOWERS,), "popper"),
        ((PARCELS,), "aleph"),
        ((PARCELS / "parcels",), "aleph"),
        ((PARCELS / "parcels.b",), "aleph"),
        ((PARCELS / "parcels.f",), "aleph"),
        ((PARCELS / "parcels.n",), "aleph"),
        ((GARDEN,), "aleph"),
        (MUSHROOM_FILES, "ilasp"),
        (MUSHROOM_FILES[::-1], "ilasp"),
        ((PROBLEMS / "birds",), "fold"),
        ((PROBLEMS / "birds" / "bk.pl", PROBLEMS / "birds" / "pos.pl"), "fold"),
    ],
    ids=str,
)
def test_the_dialect_is_recognised(files: tuple[str | Path, ...], dialect: str) -> None:
    first, *rest = map(str, files)
    assert recognise(Sources((first,), *rest)) == dialect


def test_the_option_knows_all_dialects() -> None:
    from fold_cli.cli.learn import learn

    option = next(p for p in learn.params if p.name == "dialect")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == DIALECTS


def test_a_dialect_can_be_forced(write: Write) -> None:
    text = ":- set(verbosity, 3).\n:- modeh(1, f(+t)).\nf(a).\ng(a).\n"
    path = write("plain.pl", text)
    with pytest.raises(InputError, match="no setting verbosity"), loaded(path):
        pass
    with loaded(path, dialect="aleph") as problem:
        assert warning(problem, "settings of Aleph's without effect")


def test_a_directory_of_our_own_files_is_a_problem() -> None:
    with loaded(PROBLEMS / "birds") as problem:
        assert str(problem.target) == "fly/1"
        assert problem.closed_world


def test_a_directory_without_a_problem_says_what_it_should_hold(tmp_path: Path) -> None:
    result = fold("learn", tmp_path)
    assert result.returncode == 1
    assert "bias.pl (Popper)" in result.stderr
    assert str(tmp_path) in result.stderr


# Learning


@pytest.mark.parametrize(
    ("path", "theory"),
    [
        (TOWERS, ["stands(X) :- base(X, A), wide(A), made_of(A, B), c_stone(B)."]),
        (
            PARCELS,
            [
                "by_hand(X) :- holds(X, A), made_of(A, glass).",
                "by_hand(X) :- holds(X, A), made_of(A, china).",
            ],
        ),
    ],
    ids=["popper", "aleph"],
)
def test_relations_are_learned(path: Path, theory: list[str]) -> None:
    assert clauses(fold("learn", "-q", path).stdout) == theory


def test_michalskis_trains_have_one_rule_from_both_forms() -> None:
    directory = DATA / "relational" / "aleph"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    for name in ("train", "train_single_file.pl"):
        result = fold("learn", "-q", directory / name)
        assert "% covered: 5 positive, 0 negative" in result.stdout
        assert len(clauses(result.stdout)) == 1


# Our own files, and back to them


@pytest.mark.parametrize(
    "files", [(TOWERS,), (PARCELS,), (GARDEN,), MUSHROOM_FILES], ids=lambda f: str(f[0])
)
def test_converting_keeps_the_problem(
    files: tuple[str | Path, ...], tmp_path: Path
) -> None:
    result = fold("convert", *files, "-o", tmp_path / "own")
    assert result.returncode == 0, result.stderr
    with loaded(*files) as one, loaded(tmp_path / "own") as other:
        assert (one.head, one.body, one.recursive) == (
            other.head,
            other.body,
            other.recursive,
        )
        assert (one.positives, one.negatives) == (other.positives, other.negatives)
        assert one.bias == other.bias
    assert (
        fold("learn", "-q", *files).stdout.splitlines()[-1]
        == (fold("learn", "-q", tmp_path / "own").stdout.splitlines()[-1])
    )


def test_a_setting_of_ours_that_is_none_is_reported_with_its_line(write: Write) -> None:
    background = write("bk.pl", "g(a).\n:- set(max_var, 3).\n")
    positives = write("pos.pl", "f(a).\n")
    with pytest.raises(InputError, match="did you mean max_vars") as error:
        load(Sources((str(background),), str(positives)))
    assert error.value.line == 2


# Real files


def test_every_popper_problem_is_read() -> None:
    directory = DATA / "relational" / "popper"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    for path in sorted(directory.iterdir()):
        with loaded(path) as problem:
            assert problem.positives, path
            assert problem.negatives, path
            assert problem.body, path
            assert not any("left out" in text for text in problem.warnings), path


def test_both_forms_of_alephs_trains_are_the_same_problem() -> None:
    directory = DATA / "relational" / "aleph"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    found = []
    for name in ("train", "train.n", "train_single_file.pl"):
        with loaded(directory / name) as problem:
            found.append(
                (problem.head, problem.positives, problem.bias, modes(problem))
            )
            assert not problem.warnings
    assert found[0] == found[1] == found[2]
    assert len(found[0][3]) == 10


def test_every_error_of_a_format_is_a_fold_error(tmp_path: Path) -> None:
    for dialect in DIALECTS:
        with pytest.raises(FoldError):
            load(Sources((str(tmp_path / "nothing"),), dialect=dialect))
