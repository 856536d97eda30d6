"""Problems that are converted, of classes, or that load libraries: the same again."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def converted(files: tuple[Path, ...], directory: Path) -> Path:
    """Return the directory into which files are converted."""
    result = fold("convert", *files, "-o", directory)
    assert result.returncode == 0, result.stderr
    return directory


def test_a_closed_world_without_negatives_is_learned_again(
    write: Write, tmp_path: Path
) -> None:
    files = write("bk.pl", "p(a). p(b).\n"), write("pos.pl", "t(a). t(b).\n")
    again = converted(files, tmp_path / "again")
    rules = clauses(learned(*files))
    assert rules == clauses(learned(again)) == ["t(_)."]
    assert rules == clauses(learned(*(again / f"{n}.pl" for n in ("bk", "pos", "neg"))))


def test_a_closed_world_with_negatives_is_learned_again(
    write: Write, tmp_path: Path
) -> None:
    files = write("bk.pl", "p(a). p(b). q(c).\n"), write("pos.pl", "t(a). t(b).\n")
    again = converted(files, tmp_path / "again")
    assert clauses(learned(*files)) == clauses(learned(again)) == ["t(X) :- p(X)."]


def test_terms_like_variables_are_converted_as_they_are(
    write: Write, tmp_path: Path
) -> None:
    bk = "p(X, f('$VAR'(1), Y)) :- q(X, Y), X \\= '$VAR'('A').\n"
    bk += "q('$VAR'(2), a). q(b, b).\n"
    files = (
        write("bk.pl", bk),
        write("pos.pl", "t('$VAR'(2))."),
        write("neg.pl", "t(b)."),
    )
    again = converted(files, tmp_path / "again")
    assert "q('$VAR'(2), a).\n" in (again / "bk.pl").read_text()
    assert (again / "pos.pl").read_text() == "t('$VAR'(2)).\n"
    assert clauses(learned(again)) == clauses(learned(*files))


def test_a_class_target_counts_all_its_examples(write: Write) -> None:
    bk = write("bk.pl", "fur(a). fur(b). wings(c). scales(d).\n")
    modes = "modeh(1, class(+animal, #class)). modeb(*, fur(+animal)).\n"
    modes += "modeb(*, wings(+animal)). modeb(*, scales(+animal)).\n"
    pos = "class(a, mammal). class(b, mammal). class(c, bird).\n"
    neg = "class(d, mammal). class(d, fish). class(a, fish). class(a, bird).\n"
    files = (bk, write("pos.pl", pos), write("neg.pl", neg))
    theory = learned(*files, "--modes", write("modes.pl", modes))
    assert "% examples: 3 positive, 4 negative\n" in theory
    assert "% covered: 3 positive, 0 negative\n" in theory


def test_rules_of_classes_in_order_are_counted_on_all_examples(write: Write) -> None:
    """What an earlier class takes, a rule of a later one covers too."""
    sizes = "size(a, 3). size(b, 7). size(c, 9). size(d, 2). size(e, 5). size(f, 8).\n"
    modes = "modeh(1, k(#class, +o)). modeb(*, size(+o, -number)).\n"
    bk = write("bk.pl", modes + sizes)
    pos = write("pos.pl", "k(w, a). k(w, d). k(w, e). k(u, b). k(u, f). k(s, c).\n")
    theory = learned(bk, pos, "--noise")
    path = write("theory.pl", theory)
    told = re.findall(r"% covers (\d+) positive, (\d+) negative", theory)
    result = fold("evaluate", path, bk, pos, "--format", "json")
    found = [each["covers"].values() for each in json.loads(result.stdout)["clauses"]]
    assert [tuple(map(int, each)) for each in told] == [tuple(each) for each in found]
    assert "% covers 2 positive, 1 negative\nk_rule(u, Y) :- " in theory


@pytest.mark.parametrize(
    ("library", "goal"),
    [
        ("lists", "last([N], M), M > 2"),
        ("aggregate", "aggregate_all(max(M), n(X, M), N), N > 2"),
        ("clpfd", "N #> 2, M #= N * 2, M in 5..9"),
        ("apply", "foldl([E, A, B]>>(B is A + E), [N], 0, M), M > 2"),
    ],
)
@pytest.mark.parametrize("command", ["learn", "cv"])
def test_a_trusted_file_loads_libraries(
    library: str, goal: str, command: str, write: Write
) -> None:
    text = f":- use_module(library({library})).\nn(a, 1). n(b, 2). n(c, 3). n(d, 4).\n"
    bk = write("bk.pl", f"{text}big(X) :- n(X, N), {goal}.\n")
    modes = write("modes.pl", "modeh(1, t(+o)). modeb(*, big(+o)).\n")
    files = bk, write("pos.pl", "t(c). t(d)."), write("neg.pl", "t(a). t(b).")
    args = ["--folds", "2"] if command == "cv" else []
    result = fold(command, "-q", "--trust", *files, "--modes", modes, *args)
    assert result.returncode == 0, result.stderr
    if command == "learn":
        assert clauses(result.stdout) == ["t(X) :- big(X)."]
    else:
        assert "accuracy    1.000" in result.stdout


# Theories as JSON

THEORY = "% fold: default theory for t/1\n\nt(X) :- c(X, (x,y)), \\+ p(X, [(a,b)]).\n"


def test_every_command_takes_json(write: Write) -> None:
    theory = write("theory.pl", THEORY)
    json = write("theory.json", fold("show", theory, "--format", "json").stdout)
    bk = write("bk.pl", "c(a, (x,y)). c(b, x). p(a, [(b,a)]). p(b, [(a,b)]).\n")
    pos, neg = write("pos.pl", "t(a)."), write("neg.pl", "t(b).")
    for command in (["show"], ["evaluate", bk, pos, neg], ["predict", bk, pos]):
        name, *files = command
        results = [fold(name, path, *files) for path in (theory, json)]
        assert results[0].returncode == 0, results[0].stderr
        assert results[0].stdout == results[1].stdout
    said = fold("explain", json, bk, "t(a)").stdout
    assert said.startswith(
        "t(a) holds, by t(X) :- c(X, ','(x,y)), \\+ p(X, [','(a,b)])"
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(('"t/1"', '"t"'), id="target"),
        pytest.param(('"t/1"', "3"), id="type"),
        pytest.param(('"notes": []', '"notes": ["a\\n:- halt."]'), id="two-lines"),
        pytest.param(('"clauses"', '"rules"'), id="name"),
        pytest.param(('"prolog": "t', '"prolog": "u. t'), id="two-clauses"),
        pytest.param(('"prolog": "t', '"prolog": ":- halt. t'), id="directive"),
        pytest.param(('"prolog": "t(', '"prolog": "t((((('), id="syntax"),
        pytest.param(("}", ""), id="unfinished"),
    ],
)
def test_wrong_json_is_told(change: tuple[str, str], write: Write) -> None:
    text = fold("show", write("theory.pl", THEORY), "--format", "json").stdout
    assert change[0] in text
    path = write("theory.json", text.replace(*change))
    result = fold("show", path)
    assert result.returncode == 1
    assert result.stderr.startswith("fold: error: ")
    assert "theory.json" in result.stderr
    assert len(result.stderr.splitlines()) == 1
