"""The theory that the command writes: in swipl, in clingo, and shown again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import clingo
import pytest
from support import PROBLEMS, fold, learned, swipl

from fold_cli import load

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


WORKED = [
    "birds",
    "birds_and_jet",
    "nested_birds_and_planes",
    "nested_exceptions",
    "play_tennis",
    "related_work_birds",
]


def files(name: str) -> list[str]:
    found = [PROBLEMS / name / f"{part}.pl" for part in ("bk", "pos", "neg")]
    return [str(path) for path in found if path.exists()]


def target_of(name: str) -> str:
    return (PROBLEMS / name / "pos.pl").read_text().partition("(")[0]


def atoms(text: str) -> set[str]:
    """Return the facts of a file as atoms without their full stops."""
    return set(re.findall(r"^(\w+\(.*\))\.$", text, re.MULTILINE))


def examples(name: str) -> tuple[set[str], set[str]]:
    """Return the positive and negative atoms, closed world included, of one object."""
    target = target_of(name)
    bk = (PROBLEMS / name / "bk.pl").read_text()
    objects = {match[1] for match in re.finditer(r"\w+\((\w+)", bk)}
    objects = {each for each in objects if each[0].islower()}
    positives = atoms((PROBLEMS / name / "pos.pl").read_text())
    world = {f"{target}({each})" for each in objects} | positives
    return positives, world - positives


# The theory in swipl and clingo


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [*((name, "fold") for name in WORKED), ("birds", "foil"), ("play_tennis", "foil")],
)
def test_the_file_answers_in_swipl(name: str, algorithm: str, tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    text = learned(*files(name), "--algorithm", algorithm, "-o", path)
    assert text == ""
    positives, negatives = examples(name)
    goals = [
        f"forall(member(G, [{', '.join(sorted(positives | negatives))}]), "
        "ignore((once(G), print(G), nl)))"
    ]
    answers = swipl(*goals, files=(files(name)[0], path))
    assert set(answers) == positives


@pytest.mark.parametrize("name", ["birds_and_jet", "nested_exceptions", "play_tennis"])
def test_the_pipe_answers_in_swipl(name: str) -> None:
    positives, negatives = examples(name)
    everything = ", ".join(sorted(positives | negatives))
    goal = f"forall(member(G, [{everything}]), ignore((once(G), print(G), nl)))"
    theory = learned(*files(name))
    answers = swipl("[user]", goal, files=(files(name)[0],), stdin=theory)
    assert set(answers) == positives


@pytest.mark.parametrize("name", ["birds_and_jet", "nested_exceptions"])
def test_clingo_has_the_same_atoms(name: str) -> None:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], (PROBLEMS / name / "bk.pl").read_text())
    control.add("base", [], learned(*files(name), "--format", "asp"))
    control.ground([("base", [])])
    models: list[set[str]] = []
    control.solve(
        on_model=lambda model: models.append(
            {str(symbol) for symbol in model.symbols(atoms=True)}
        )
    )
    (model,) = models
    positives, negatives = examples(name)
    assert model & (positives | negatives) == positives


def test_clingo_has_whole_numbers(write: Write) -> None:
    result = learned(*files("play_tennis"), "--format", "asp")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], (PROBLEMS / "play_tennis" / "bk.pl").read_text() + result)
    control.ground([("base", [])])
    found = {str(a.symbol) for a in control.symbolic_atoms.by_signature("play", 1)}
    assert found == examples("play_tennis")[0]


# The same bytes


@pytest.mark.parametrize("name", ["nested_exceptions", "play_tennis"])
def test_the_same_bytes_every_time(name: str, tmp_path: Path) -> None:
    outputs = set()
    for seed in ("0", "1", "random"):
        result = fold("learn", *files(name), "-q", env={"PYTHONHASHSEED": seed})
        assert result.returncode == 0, result.stderr
        outputs.add(result.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize("name", ["birds_and_jet", "play_tennis"])
def test_show_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    learned(*files(name), "-o", path)
    shown = fold("show", path)
    assert shown.stdout == path.read_text()
    assert fold("show", path, "-o", tmp_path / "again.pl").returncode == 0
    assert (tmp_path / "again.pl").read_bytes() == path.read_bytes()


def test_show_renders_as_learn_does(tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    learned(*files("nested_exceptions"), "-o", path)
    for style in ("asp", "json", "text"):
        direct = learned(*files("nested_exceptions"), "--format", style)
        assert fold("show", path, "--format", style).stdout == direct


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("t.lp", "asp"),
        ("t.json", "json"),
        ("T.JSON", "json"),
        ("t.html", "html"),
        ("t.pl", "pl"),
        ("t.txt", "pl"),  # which other commands read, as they do not read English
        ("t", "pl"),
    ],
)
def test_the_name_of_a_file_says_the_format(
    name: str, style: str, tmp_path: Path
) -> None:
    expected = learned(*files("birds"), "--format", style)
    learned(*files("birds"), "-o", tmp_path / name)
    assert (tmp_path / name).read_text() == expected
    (tmp_path / "theory.pl").write_text(learned(*files("birds")))
    shown = tmp_path / "shown"
    shown.mkdir()
    assert fold("show", tmp_path / "theory.pl", "-o", shown / name).returncode == 0
    assert (shown / name).read_text() == expected
    load(tmp_path / "theory.pl").save(shown / f"saved_{name}")
    assert (shown / f"saved_{name}").read_text() == expected
    fold("show", tmp_path / "theory.pl", "-o", shown / name, "--format", "text")
    assert "1. fly(X)" in (shown / name).read_text()


@pytest.mark.parametrize("given", [("-o", "t.sql"), ("--format", "python")])
def test_formats_of_tables_are_refused_before_learning(given: tuple[str, str]) -> None:
    result = fold("learn", *files("birds"), *given)
    assert result.returncode == 2
    assert "is for theories that are learned from a table" in result.stderr


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("bird(X), not ab0(X)", "bird(X), \\+ ab0(X)"),
        ("bird(X), not(ab0(X))", "bird(X), \\+ ab0(X)"),
        ("not ab0(X), bird(X)", "\\+ ab0(X), bird(X)"),
        (
            "bird(X), not not bird(X), \\+ ab0(X)",
            "bird(X), \\+ \\+(bird(X)), \\+ ab0(X)",
        ),
        ("\\+ \\+ bird(X), \\+ ab0(X)", "\\+ \\+(bird(X)), \\+ ab0(X)"),
    ],
)
def test_a_theory_by_hand_negates_as_a_background_does(
    body: str, shown: str, write: Write, tmp_path: Path
) -> None:
    path = write("t.pl", f"fly(X) :- {body}.\nab0(X) :- not not penguin(X).\n")
    again = fold("show", path).stdout
    assert f"fly(X) :- {shown}.\n" in again
    measured = [
        fold("evaluate", each, *files("birds"), "--format", "json").stdout
        for each in (path, write("again.pl", again))
    ]
    assert measured[0] == measured[1] != ""
    assert '"accuracy": 1.0' in measured[0]


def test_a_theory_for_clingo_is_read_again(tmp_path: Path) -> None:
    learned(*files("birds"), "-o", tmp_path / "t.pl")
    learned(*files("birds"), "-o", tmp_path / "t.lp")
    assert fold("show", tmp_path / "t.lp").stdout == (tmp_path / "t.pl").read_text()
