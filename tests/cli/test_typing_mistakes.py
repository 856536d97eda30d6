"""What is said to those who type another command, option or argument than there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import BIRDS, fold

import fold_cli
from fold_cli import FoldError, Text, learn

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

NO_OPTION = "No such option '{}' of fold learn; {} is given by its place, without an op"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["train", "x.csv"], "No such command 'train'. There are convert, cv, doctor,"),
        (["lern", *BIRDS], "No such command 'lern'. Did you mean 'learn'?"),
        (["learn", *BIRDS, "n.pl", "x.pl"], "(x.pl); further background files are giv"),
        (["learn", "--bk", BIRDS[0]], NO_OPTION.format("--bk", "BK")),
        (["learn", *BIRDS, "--neg", "n.pl"], NO_OPTION.format("--neg", "NEG")),
        (["learn", "t.csv", "risk"], "If risk is the class, give --class risk."),
    ],
)
def test_commands(args: list[str], message: str) -> None:
    result = fold(*args)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_table_with_another_ending(write: Write) -> None:
    result = fold("learn", write("iris.data", "5.1,3.5,setosa\n7.0,3.2,virginica\n"))
    assert result.returncode == 1
    assert "a Prolog file; it is read as one if its name ends in .csv" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_literal": 3}, "there is no option max_literal; give max_literals="),
        ({"class_": "x"}, "there is no option class_; give class_column="),
        ({"folds": 3}, "there is no option folds$"),
    ],
)
def test_options_of_the_library(options: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        learn(*BIRDS, **options)  # type: ignore[arg-type]


ROWS = "size,class\n1,yes\n2,no\n"


@pytest.mark.parametrize(
    ("files", "path", "message"),
    [
        (
            ["a.csv", "README.md"],
            "d",
            "d: is no table in parts: it holds other files; ",
        ),
        (["a.csv", "README.md"], "d", "other files; name its table, d/a.csv"),
        (["a.csv", "b.csv", "x"], "d", "or several by a pattern, such as 'd/*.csv'"),
        (["a.csv"], "d/b.txt", "d/b.txt: no such file"),
        (["a.csv"], "d/*.txt", "d/*.txt: no such file"),
        (["a.xlsx"], "d/a.xlsx", "a zip archive or a spreadsheet (unpack it, or save"),
        (["a.txt"], "d/a.txt", "d/a.txt is none. Tables are files that end in"),
    ],
)
def test_a_path_that_is_no_table(
    tmp_path: Path, files: list[str], path: str, message: str
) -> None:
    (tmp_path / "d").mkdir()
    for name in files:
        (tmp_path / "d" / name).write_text("PK\3\4" * name.endswith("x") + ROWS)
    result = fold("learn", path, "--class", "class", cwd=tmp_path)
    assert message in result.stderr


def test_a_directory_with_a_table_among_other_files(tmp_path: Path) -> None:
    for name in ("data.csv", "notes.txt"):
        (tmp_path / name).write_text(ROWS)
    assert "; name its table, data.csv" in fold("learn", cwd=tmp_path).stderr


@pytest.mark.parametrize(
    ("directive", "hint"),
    [
        ("modb(bird(+animal))", "executes nothing; did you mean modeb? Remove"),
        ("dynamc(bird/1)", "did you mean dynamic?"),
        ("shell(ls)", "executes nothing. Remove"),
        ("open(a, read, _)", "executes nothing. Remove"),
    ],
)
def test_a_directive_that_is_misspelt(write: Write, directive: str, hint: str) -> None:
    bk = write("bk.pl", f"bird(a).\n:- {directive}.\n")
    assert hint in fold("learn", bk, write("pos.pl", "fly(a).\n")).stderr


def test_an_atom_that_is_not_of_the_theory(write: Write) -> None:
    table = write("t.csv", "size,class\n1,yes\n2,no\n")
    theory = write("t.pl", "yes(X) :- size(X, A), A =< 1.\n")
    result = fold("explain", theory, table, "no(row1)")
    assert "defines no/1; the theory is about yes/1" in result.stderr


@pytest.mark.parametrize("command", ["predict", "explain"])
@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("yes(X) :- sise(X, 1).", "sise/2 is no column of"),
        ("yes(X) :- size(_, 1).", "cannot be asked of a table"),
        ("yes(X) :- yes(X).", "yes is defined by way of itself"),
    ],
)
def test_a_clause_that_no_table_answers_is_named_by_its_line(
    write: Write, command: str, clause: str, message: str
) -> None:
    table = write("t.csv", "size,class\n1,yes\n2,no\n")
    theory = write("t.pl", f"yes(X) :- size(X, A), A =< 1.\n{clause}\n")
    result = fold(command, theory, table, *["row1"] * (command == "explain"))
    assert f"{theory}:2: {message}" in result.stderr


def test_a_text_that_is_no_text() -> None:
    program = "bird(a).\nbird(b).\n"
    with pytest.raises(FoldError, match=r"is no path: .* given as Text\(\.\.\.\)"):
        learn(program, ["fly(a)"])
    assert learn(Text(program), ["fly(a)"]).clauses


def test_what_can_be_imported_is_listed() -> None:
    assert {*fold_cli.__all__} <= {*dir(fold_cli)}
