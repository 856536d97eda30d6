"""Negative examples where none are given: which atoms, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, swipl

from fold_cli import Text, learn
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


ANIMALS = """\
:- modeh(1, class({head})).
:- modeb(*, milk(+animal)).
:- modeb(*, cover(+animal, #cover)).
milk(dog). milk(cat).
cover(dog, fur). cover(cat, fur). cover(tuna, scales).
cover(eagle, feathers). cover(owl, feathers). cover(dodo, feathers).
"""
LABELS = [
    ("dog", "mammal"),
    ("cat", "mammal"),
    ("eagle", "bird"),
    ("owl", "bird"),
    ("tuna", "fish"),
]


def world(bk: Path, pos: Path, neg: Path | None = None) -> tuple[int, int, list[str]]:
    """Return the numbers of examples and the warnings about the closed world."""
    problem = load(Sources((str(bk),), str(pos), str(neg) if neg else None))
    free(problem)
    warnings = [text for text in problem.warnings if "closed world" in text]
    return problem.positives, problem.negatives, warnings


# Targets with a class


@pytest.mark.parametrize("first", [False, True], ids=["class-last", "class-first"])
def test_what_has_no_class_is_unknown(first: bool, tmp_path: Path) -> None:
    def ordered(animal: str, class_: str) -> str:
        return f"{class_}, {animal}" if first else f"{animal}, {class_}"

    bk = tmp_path / "bk.pl"
    bk.write_text(ANIMALS.format(head=ordered("+animal", "#class")))
    pos = tmp_path / "pos.pl"
    pos.write_text("".join(f"class({ordered(*label)}).\n" for label in LABELS))
    result = fold("learn", bk, pos)
    it = "Y" if first else "X"
    fish, bird = f"cover({it}, scales)", f"cover({it}, feathers)"
    assert clauses(result.stdout) == [
        f"class({ordered(it, 'fish')}) :- {fish}.",
        f"class({ordered(it, 'bird')}) :- {bird}, \\+ {fish}.",
        f"class({ordered(it, 'mammal')}) :- cover({it}, _), \\+ {fish}, \\+ {bird}.",
        f"class({ordered(it, 'mammal')}) :- "
        f"\\+ {fish}, \\+ {bird}, \\+ cover({it}, _).",
    ]
    assert "% examples: 5 positive, 10 negative\n" in result.stdout
    assert "the closed world has 10 of them\n" in result.stderr  # none of the dodo


def test_an_object_with_several_classes_is_in_none_of_the_others(write: Write) -> None:
    bk = write("bk.pl", ANIMALS.format(head="+animal, #class"))
    pos = write("pos.pl", "class(dog, pet). class(dog, mammal). class(owl, bird).\n")
    assert world(bk, pos)[:2] == (3, 3)  # dog: no bird; owl: no pet, no mammal


def test_a_class_of_pairs_is_closed_over_the_pairs_that_have_one(write: Write) -> None:
    modes = ":- modeh(1, kin(+p, +p, #how)).\n:- modeb(*, old(+p)).\n"
    bk = write("bk.pl", modes + "old(ann). old(bob). old(eve). old(joe).\n")
    pos = write("pos.pl", "kin(ann, bob, aunt). kin(bob, eve, son). kin(ann, eve, a).")
    positives, negatives, [warning] = world(bk, pos)
    assert (positives, negatives) == (3, 6)
    assert warning.endswith("the closed world has 6 of them")


def test_the_closed_world_of_classes_has_a_limit(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fold_cli.files.closed_world.MAX_CLOSED_WORLD_ATOMS", 14)
    bk = write("bk.pl", ANIMALS.format(head="+animal, #class"))
    pos = write("pos.pl", "".join(f"class({a}, {c}).\n" for a, c in LABELS))
    with pytest.raises(Exception, match="has 15 atoms, more than the 14"):
        world(bk, pos)


def test_converted_classes_are_the_same_problem(write: Write, tmp_path: Path) -> None:
    bk = write("one.pl", ANIMALS.format(head="+animal, #class"))
    pos = write("labels.pl", "".join(f"class({a}, {c}).\n" for a, c in LABELS))
    own = tmp_path / "own"
    assert fold("convert", bk, pos, "-o", own).returncode == 0
    again = fold("learn", "-q", own).stdout
    assert again.replace("% options", "% negatives: closed world\n% options") == (
        fold("learn", "-q", bk, pos).stdout
    )


def test_every_negative_of_a_class_target_is_counted(write: Write) -> None:
    bk = write("bk.pl", ANIMALS.format(head="+animal, #class"))
    pos = write("pos.pl", "".join(f"class({a}, {c}).\n" for a, c in LABELS))
    neg = write(
        "neg.pl",
        "class(tuna, reptile). class(tuna, mammal). class(dodo, mammal).\n"
        "class(tuna, bird). class(eagle, fish). class(tuna, mammal).\n",
    )
    result = fold("learn", bk, pos, neg)
    assert "% examples: 5 positive, 5 negative\n" in result.stdout
    assert "covers 5 of 5 positive, 0 of 5 negative" in result.stderr
    theory = write("theory.pl", result.stdout)
    atoms = "[class(tuna, reptile), class(tuna, mammal), class(dodo, mammal)]"
    held = f"forall((member(A, {atoms}), call(A)), (print(A), nl))"
    declared = write("facts.pl", bk.read_text().split("#cover)).\n")[1])
    assert swipl(held, files=(declared, theory)) == []


# What is said about the others


@pytest.mark.parametrize(
    ("bk", "pos", "words"),
    [
        ("q(a). q(b). q(c).", "t(a).", "has 2 of them, all about objects that no"),
        ("q(a).", "t(a).", "has 0 of them"),
        ("e(a, b). e(b, a).", "t(a, b).", "has 3 of them"),
        ("e(a, b). e(b, c).", "t(a, b).", "has 8 of them, 5 about objects that no"),
        ("e(a, b). e(c, c).", "t(a, b). t(b, c).", "has 7 of them"),
        ("q(1). q(1.0). q('1').", "t(1).", "has 2 of them, all about objects that"),
        ('q(f(x)). q([]). q("s").', "t([]).", "has 2 of them, all about objects"),
        ("p.", "t.", "has 0 of them"),
    ],
    ids=["all", "none", "known", "some", "other-place", "numbers", "terms", "no-arity"],
)
def test_objects_that_no_example_names_are_counted(
    bk: str, pos: str, words: str
) -> None:
    warnings = learn(Text(bk), Text(pos)).warnings
    [closed] = [text for text in warnings if "closed world" in text]
    assert words in closed
    assert ("no example names" in closed) == ("about" in words)


def test_given_negatives_are_not_called_a_closed_world(write: Write) -> None:
    files = (write("bk.pl", "q(a). q(b)."), write("pos.pl", "t(a)."))
    assert world(*files, write("neg.pl", "t(b).")) == (1, 1, [])


def test_a_world_of_large_terms(write: Write) -> None:
    """A million atoms are made, but not if they are terms of a hundred cells each."""
    rest = ", ".join("a" * 100)
    bk = write("bk.pl", "".join(f"p(f({i}, {rest})). q(o{i}).\n" for i in range(400)))
    pos = write("pos.pl", f"t(f(1, {rest}), o1).\n")
    modes = write("m.pl", ":- modeh(t(+x, +y)). :- modeb(p(+x)). :- modeb(q(+y)).\n")
    result = fold("learn", bk, pos, "--modes", modes)
    assert result.returncode == 1
    assert "closed world has 160000 atoms of large terms, 16800000 ce" in result.stderr
