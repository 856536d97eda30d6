"""The counts of exceptions are those of the examples that their defaults cover."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import fold

from fold_cli import Text, learn
from fold_cli.files.theories import read_theory
from fold_cli.theory.theory import Counts

if TYPE_CHECKING:
    from pathlib import Path

BACKGROUND = """\
bird(X) :- penguin(X).
bird(a). bird(b). bird(c). bird(d).
penguin(p1). penguin(p2). penguin(p3). penguin(super).
flies_a_jet(super). flies_a_jet(tom). flies_a_jet(c).
hat(tom). hat(kitty).
"""
"""Cats wear hats and one flies a jet: none of that is about birds."""

POSITIVE = ["fly(a)", "fly(b)", "fly(c)", "fly(d)", "fly(super)"]
NEGATIVE = ["fly(p1)", "fly(p2)", "fly(p3)", "fly(tom)", "fly(kitty)"]

THEORY = """\
fly(X) :- bird(X), \\+ ab0(X).
ab0(X) :- penguin(X), \\+ ab1(X).
ab0(X) :- hat(X).
ab1(X) :- flies_a_jet(X).
"""


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    for name, text in (
        ("bk.pl", BACKGROUND),
        ("pos.pl", "".join(f"{atom}.\n" for atom in POSITIVE)),
        ("neg.pl", "".join(f"{atom}.\n" for atom in NEGATIVE)),
        ("theory.pl", THEORY),
    ):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_evaluate(birds: Path) -> None:
    files = [str(birds / name) for name in ("theory.pl", "bk.pl", "pos.pl", "neg.pl")]
    found = json.loads(fold("evaluate", *files, "--format", "json").stdout)
    counts = [tuple(clause["covers"].values()) for clause in found["clauses"]]
    assert counts == [(5, 0), (0, 3), (0, 0), (1, 0)]


def test_an_exception_of_two_defaults(birds: Path) -> None:
    more = THEORY + "fly(X) :- hat(X), \\+ ab1(X).\n"
    (birds / "theory.pl").write_text(more)
    files = [str(birds / name) for name in ("theory.pl", "bk.pl", "pos.pl", "neg.pl")]
    found = json.loads(fold("evaluate", *files, "--format", "json").stdout)
    counts = {c["prolog"]: tuple(c["covers"].values()) for c in found["clauses"]}
    assert counts["ab1(X) :- flies_a_jet(X)."] == (1, 1)  # super, and tom with his hat


def test_learned_from_files() -> None:
    theory = learn(Text(BACKGROUND), POSITIVE, NEGATIVE)
    [rule] = [rule for rule in theory.rules if rule.exceptions]
    assert rule.covers == Counts(4, 0)
    [exception] = rule.exceptions
    assert exception.prolog == "ab0(X) :- penguin(X)."
    assert exception.covers == Counts(1, 3)
    assert "penguin(X) holds (1 positive, 3 negative)." in theory.to_text()


def test_learned_from_a_table(tmp_path: Path) -> None:
    table, theory = tmp_path / "t.csv", tmp_path / "t.pl"
    rows = ["bird,x,yes"] * 6 + ["bird,penguin,no"] * 3 + ["cat,penguin,no"] * 4
    table.write_text("\n".join(["kind,sort,flies", *rows, "cat,x,no", ""]))
    options = ("--class", "flies", "--positive", "yes", "--exact")
    fold("learn", str(table), *options, "-o", str(theory))
    covers = [learned.covers for learned in read_theory(str(theory)).clauses]
    assert covers in ([Counts(6, 0)], [Counts(6, 0), Counts(0, 3)])


def test_several_classes(tmp_path: Path) -> None:
    """Exceptions of a class are counted among what its default covers of the rest."""
    table, theory = tmp_path / "t.csv", tmp_path / "t.pl"
    rows = ["1,a,p", "2,a,p", "3,a,p", "4,a,q", "5,b,q", "6,b,q", "1,b,r", "2,b,r"]
    table.write_text("\n".join(["n,k,class", *rows, ""]))
    theory.write_text(
        "% fold: default theory for class/2\n"
        "% class: class\n% classes: p q r\n"
        "% column: n numeric n\n% column: k categorical k\n\n"
        "class(X, p) :- p(X).\n"
        "class(X, q) :- q(X), \\+ p(X).\n"
        "class(X, r) :- \\+ p(X), \\+ q(X).\n"
        "p(X) :- k(X, a), \\+ ab0(X).\n"
        "q(X) :- n(X, A), A > 1, \\+ ab1(X).\n"
        "ab0(X) :- n(X, A), A > 3.\n"
        "ab1(X) :- n(X, A), A =< 3.\n"
    )
    result = fold("evaluate", str(theory), str(table), "--format", "json")
    found = json.loads(result.stdout)
    counts = {c["prolog"]: tuple(c["covers"].values()) for c in found["clauses"]}
    assert counts["p(X) :- k(X, a), \\+ ab0(X)."] == (3, 0)
    assert counts["ab0(X) :- n(X, A), A > 3."] == (0, 1)
    assert counts["q(X) :- n(X, A), A > 1, \\+ ab1(X)."] == (3, 0)
    assert counts["ab1(X) :- n(X, A), A =< 3."] == (0, 1)


def test_explained(birds: Path) -> None:
    text = THEORY.replace(
        "ab0(X) :- hat", "% covers 0 positive, 2 negative\nab0(X) :- hat"
    )
    (birds / "theory.pl").write_text(text.replace("bird(X), ", ""))
    files = [str(birds / name) for name in ("theory.pl", "bk.pl")]
    result = fold("explain", *files, "ab0(tom)", "--format", "json")
    rule = json.loads(result.stdout)["rule"]
    assert rule["covers"] == {"positives": 0, "negatives": 2}
