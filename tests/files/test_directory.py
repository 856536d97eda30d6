"""A directory that holds a problem, given or the current one."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support import PROBLEMS, fold, write_files

from fold_cli.errors import InputError
from fold_cli.files.dialects.directory import paths_of, problem_in

if TYPE_CHECKING:
    from pathlib import Path

BIRDS = ("bk.pl", "pos.pl")
OWN = {"bk.pl": "q(a).\nq(b).\nr(c).\n", "pos.pl": "t(a).\nt(b).\n"}
NEGATIVES = {"neg.pl": "t(c).\n"}
POPPER = {
    "bk.pl": OWN["bk.pl"],
    "exs.pl": "pos(t(a)). pos(t(b)). neg(t(c)).\n",
    "bias.pl": "head_pred(t,1).\nbody_pred(q,1).\nbody_pred(r,1).\n",
}
MODES = ":- modeh(1, t(+x)).\n:- modeb(1, q(+x)).\n:- modeb(1, r(+x)).\n"
ALEPH = {"s.b": MODES + OWN["bk.pl"], "s.f": OWN["pos.pl"], "s.n": "t(c).\n"}
SECTIONS = {
    "one.pl": ":- aleph.\n" + MODES + OWN["bk.pl"] + ":- begin_in_pos.\nt(a). t(b).\n"
    ":- end_in_pos.\n:- begin_in_neg.\nt(c).\n:- end_in_neg.\n"
}
ILASP = {
    "t.las": OWN["bk.pl"] + "#modeh(t(var(x))).\n#modeb(1, q(var(x))).\n"
    "#modeb(1, r(var(x))).\n#pos({t(a), t(b)}, {t(c)}).\n"
}
KINDS = {
    "fold": (OWN, "bk.pl, pos.pl"),
    "fold-neg": (OWN | NEGATIVES, "bk.pl, pos.pl, neg.pl"),
    "popper": (POPPER, "bk.pl, exs.pl, bias.pl"),
    "aleph": (ALEPH, "s.b, s.f, s.n"),
    "aleph-sections": (SECTIONS, "one.pl"),
    "ilasp": (ILASP, "t.las"),
}


def fill(directory: Path, *files: dict[str, str]) -> Path:
    directory.mkdir(exist_ok=True)
    for texts in files:
        write_files(directory, texts)
    return directory


@pytest.mark.parametrize(("files", "names"), KINDS.values(), ids=KINDS)
def test_the_problem_here_is_taken(
    files: dict[str, str], names: str, tmp_path: Path
) -> None:
    directory = fill(tmp_path / "p", files, {"notes.txt": "x", "theory.pl": "t(z).\n"})
    here = fold("learn", cwd=directory)
    assert here.returncode == 0, here.stderr
    told, _, rest = here.stderr.partition("\n")
    assert told == f"fold: no BK given: taking {names} in this directory"
    assert "t(X) :- q(X)." in here.stdout
    given = fold("learn", directory)
    assert given.stdout == here.stdout
    assert "no BK" not in given.stderr
    assert len(rest.splitlines()) == len(given.stderr.splitlines())
    quiet = fold("learn", "-q", cwd=directory)
    assert (quiet.stdout, quiet.stderr) == (here.stdout, "")


@pytest.mark.parametrize(("files", "names"), KINDS.values(), ids=KINDS)
def test_other_commands_take_it_too(
    files: dict[str, str], names: str, tmp_path: Path
) -> None:
    directory = fill(tmp_path / "p", files)
    told = f"fold: no BK given: taking {names} in this directory\n"
    modes = fold("modes", cwd=directory)
    assert modes.stderr.startswith(told)
    assert ":- modeb(*, q(+" in modes.stdout
    converted = fold("convert", "-o", "own", cwd=directory)
    assert converted.returncode == 0, converted.stderr
    assert converted.stderr.startswith(told)
    assert "t(X) :- q(X)." in fold("learn", "-q", cwd=directory / "own").stdout
    theory = fold("learn", "-q", "-o", "theory.pl", cwd=directory)
    assert theory.returncode == 0, theory.stderr
    evaluated = fold("evaluate", "theory.pl", cwd=directory)
    assert evaluated.stderr.startswith(told)
    assert "accuracy 1.000" in evaluated.stdout


def test_cross_validation_takes_it_in_its_processes(tmp_path: Path) -> None:
    shutil.copytree(PROBLEMS / "play_tennis", tmp_path / "p")
    for jobs in ("1", "2"):
        result = fold("cv", "--folds", "3", "--jobs", jobs, cwd=tmp_path / "p")
        assert result.returncode == 0, result.stderr
        assert result.stderr.startswith("fold: no BK given: taking bk.pl, pos.pl")
        assert "over 3 folds" in result.stdout


@pytest.mark.parametrize(
    "files",
    [{}, {"bk.pl": "q(a).\n"}, {"pos.pl": "t(a).\n"}, {"data.csv": "a,b\n1,2\n"}],
    ids=["empty", "bk", "pos", "table"],
)
@pytest.mark.parametrize("command", ["learn", "cv", "modes", "convert"])
def test_without_a_problem_it_says_what_was_looked_for(
    command: str, files: dict[str, str], tmp_path: Path
) -> None:
    directory = fill(tmp_path / "p", files)
    options = ["-o", "out"] if command == "convert" else []
    result = fold(command, *options, cwd=directory)
    assert result.returncode == 2
    assert result.stdout == ""
    for words in ("no BK given", "bk.pl and pos.pl", "bias.pl", ".b file", ".las file"):
        assert words in result.stderr
    assert sorted(path.name for path in directory.iterdir()) == sorted(files)
    given = fold(command, *options, directory, cwd=tmp_path)
    assert given.returncode == 1
    asked = "which column is the class?" if "data.csv" in files else "it holds no bk.pl"
    assert asked in given.stderr


def test_problems_below_a_directory_are_named(tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    for number in range(10):
        fill(tmp_path / "all" / f"p{number}", [OWN, POPPER, ALEPH][number % 3])
    fill(tmp_path / "all" / "empty", {})
    (tmp_path / "all" / "note.txt").write_text("no directory")
    result = fold("learn", tmp_path / "all")
    assert result.returncode == 1
    listed = ", ".join(f"p{number}" for number in range(8))
    assert f"Name one of those in it: {listed}, ...\n" in result.stderr


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ((OWN, POPPER), ["bk.pl, pos.pl", "bk.pl, exs.pl, bias.pl"]),
        ((OWN, ALEPH), ["bk.pl, pos.pl", "s.b, s.f, s.n"]),
        ((ALEPH, {"u.b": "q(a).\n"}), ["s.b, s.f, s.n", "u.b"]),
        ((ILASP, {"u.las": "#modeh(t(var(x))).\n"}), ["t.las", "u.las"]),
        ((OWN, ILASP), ["bk.pl, pos.pl", "t.las"]),
        ((SECTIONS, {"two.pl": ":- aleph.\n"}), ["one.pl", "two.pl"]),
    ],
    ids=["popper", "aleph", "two-stems", "two-las", "las", "two-files"],
)
def test_several_problems_are_named(
    files: tuple[dict[str, str], ...], names: list[str], tmp_path: Path
) -> None:
    directory = fill(tmp_path / "p", *files)
    result = fold("learn", cwd=directory)
    assert result.returncode == 2
    assert f"several problems in this directory: {'; '.join(names)}." in result.stderr
    with pytest.raises(InputError, match="several problems"):
        problem_in(str(directory))


@pytest.mark.parametrize("dialect", ["fold", "popper", "aleph", "ilasp"])
def test_a_dialect_chooses_among_several(dialect: str, tmp_path: Path) -> None:
    directory = fill(tmp_path / "p", OWN, POPPER, ALEPH, ILASP)
    for args in ((), (".",)):
        result = fold("learn", "--dialect", dialect, *args, cwd=directory)
        assert result.returncode == 0, result.stderr
        assert "t(X) :- q(X)." in result.stdout
    assert problem_in(str(directory), dialect).dialect == dialect


def test_files_that_are_no_problem_do_not_count(tmp_path: Path) -> None:
    more = {
        "bias.pl": "x.\n",
        "modes.las": "#modeh(t(var(x))).\n",
        "x.pl": ":- aleph.\n",
    }
    directory = fill(tmp_path / "p", OWN, more)
    assert str(problem_in(str(directory))) == "bk.pl, pos.pl"


def test_half_a_popper_problem_says_what_lacks(tmp_path: Path) -> None:
    directory = fill(tmp_path / "p", POPPER)
    (directory / "exs.pl").unlink()
    result = fold("learn", cwd=directory)
    assert result.returncode == 1
    assert "exs.pl: this file is missing" in result.stderr


def test_examples_that_are_given_count_instead_of_the_directorys(
    tmp_path: Path,
) -> None:
    directory = fill(tmp_path / "p", OWN, NEGATIVES)
    other = fill(tmp_path / "other", {"pos.pl": "t(c).\n"}) / "pos.pl"
    result = fold("learn", directory, other)
    assert "t(X) :- r(X)." in result.stdout
    assert "% negatives: closed world" in result.stdout


# What is read is not written over


@pytest.mark.parametrize(("files", "names"), KINDS.values(), ids=KINDS)
def test_no_input_is_written_over(
    files: dict[str, str], names: str, tmp_path: Path
) -> None:
    directory = fill(tmp_path / "p", files)
    for name in names.split(", "):
        for args in ((), (directory,)):
            result = fold("learn", *args, "-o", directory / name, cwd=directory)
            assert result.returncode == 1
            assert "is an input as well" in result.stderr
    assert {path.name: path.read_text() for path in directory.iterdir()} == files
    again = [fold("learn", "-q", "-o", "theory.pl", cwd=directory) for _ in "12"]
    assert [result.returncode for result in again] == [0, 0]


def test_converting_into_the_directory_of_a_problem(tmp_path: Path) -> None:
    directory = fill(tmp_path / "p", POPPER)
    result = fold("convert", "-o", ".", cwd=directory)
    assert result.returncode == 1
    assert "is an input as well" in result.stderr
    assert (directory / "bk.pl").read_text() == POPPER["bk.pl"]


def test_a_checkpoint_may_stand_beside_the_problem(tmp_path: Path) -> None:
    directory = fill(tmp_path / "p", OWN)
    for _ in "12":
        options = ("--checkpoint", "kept.json", "-o", "theory.pl")
        result = fold("learn", *options, cwd=directory)
        assert result.returncode == 0, result.stderr
        assert (directory / "kept.json").exists()


def test_paths_of_a_directory_without_a_problem(tmp_path: Path) -> None:
    assert paths_of(str(tmp_path)) == []
    assert paths_of(str(tmp_path / "bk.pl")) == [str(tmp_path / "bk.pl")]
