"""Popper's rule that every variable of the head occurs in the body."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl, write_files

if TYPE_CHECKING:
    from pathlib import Path

BIAS = "head_pred(f,2).\n"
PAIRS = """\
p(a). p(b). q(d). q(e). q(z). kind(d, k1). kind(e, k1). kind(z, k2). far(x).
bird(a). bird(b). bird(c). penguin(c). size(d, 1). size(e, 2). size(z, 3).
"""


def problem(directory: Path, bias: str, exs: str, bk: str = PAIRS) -> Path:
    write_files(directory, {"bk.pl": bk, "exs.pl": exs, "bias.pl": BIAS + bias})
    return directory


def target_clauses(theory: str) -> list[str]:
    return [clause for clause in clauses(theory) if clause.startswith("f(")]


def unbound(clause: str) -> set[str]:
    """Return the head's variables that no literal of the body binds."""
    head, _, body = clause.rstrip(".").partition(" :- ")
    if body.startswith("member("):
        return set()
    positive = re.sub(r"\\\+ \w+\([^)]*\)", "", body)
    names = set(re.findall(r"\b[A-Z_]\w*", head))
    return names - (set(re.findall(r"\b[A-Z]\w*", positive)) - {"_"})


EXAMPLES = """\
pos(f(a, d)). pos(f(a, e)). pos(f(b, d)). pos(f(b, e)).
neg(f(x, d)). neg(f(y, e)). neg(f(y, d)).
"""
CASES = {
    "link": ("body_pred(p,1). body_pred(q,1).", EXAMPLES, ["f(X, Y) :- p(X), q(Y)."]),
    "constant-free": (
        "body_pred(p,1). body_pred(kind,2).",
        EXAMPLES,
        ["f(X, Y) :- p(X), kind(Y, _)."],
    ),
    "nothing-says-it": (
        "body_pred(p,1).",
        EXAMPLES,
        ["f(X, Y) :- member(X-Y, [a-d, a-e, b-d, b-e])."],
    ),
    "no-room": (
        "body_pred(p,1). body_pred(q,1). max_body(1).",
        EXAMPLES,
        ["f(X, Y) :- member(X-Y, [a-d, a-e, b-d, b-e])."],
    ),
    "some-have-none": (
        "body_pred(p,1). body_pred(q,1).",
        "pos(f(a, w)).\n" + EXAMPLES,
        ["f(X, Y) :- p(X), q(Y).", "f(X, Y) :- member(X-Y, [a-w])."],
    ),
    "exception": (
        "body_pred(bird,1). body_pred(penguin,1). body_pred(q,1).",
        EXAMPLES + "neg(f(c, d)). neg(f(c, e)).",
        ["f(X, Y) :- bird(X), \\+ ab0(X, Y), q(Y)."],
    ),
}


FAMILY = """\
mother(ann, amy). mother(ann, andy). mother(amy, amelia). mother(amy, bob).
mother(linda, gavin). father(steve, amy). father(steve, andy). father(gavin, amelia).
father(andy, bo).
"""
GRANDPARENTS = """\
pos(f(ann, amelia)). pos(f(steve, amelia)). pos(f(ann, bo)). pos(f(linda, amelia)).
pos(f(steve, bo)). neg(f(amy, amelia)). neg(f(ann, amy)). neg(f(gavin, amelia)).
"""


@pytest.mark.parametrize("more", ["", "enable_recursion."], ids=["plain", "recursion"])
def test_what_binds_makes_other_literals_superfluous(more: str, tmp_path: Path) -> None:
    """Here ``mother(A, _)``, which told examples apart before ``mother(A, Y)`` came."""
    parents = ("mother", "father")
    bias = more + "".join(
        f"body_pred({p},2). type({p},(t,t)). direction({p},(in,out))." for p in parents
    )
    theory = learned(problem(tmp_path / "p", bias, GRANDPARENTS, FAMILY))
    assert sorted(clauses(theory)) == sorted(
        f"f(X, Y) :- {one}(X, A), {other}(A, Y)."
        for one in parents
        for other in parents
    )


@pytest.mark.parametrize(("bias", "exs", "expected"), CASES.values(), ids=CASES)
def test_the_heads_variables_are_bound(
    bias: str, exs: str, expected: list[str], tmp_path: Path
) -> None:
    theory = learned(problem(tmp_path / "p", bias, exs))
    found = target_clauses(theory)
    assert [sorted(re.split(r" :- |, (?![^(]*\))", c.rstrip("."))) for c in found] == [
        sorted(re.split(r" :- |, (?![^(]*\))", c.rstrip("."))) for c in expected
    ]
    assert not any(map(unbound, found))


@pytest.mark.parametrize(("bias", "exs", "_"), CASES.values(), ids=CASES)
def test_what_binds_covers_nothing_new(
    bias: str, exs: str, _: object, tmp_path: Path
) -> None:
    directory = problem(tmp_path / "p", bias, exs)
    theory = tmp_path / "theory.pl"
    learned(directory, "-o", theory)
    wrong = (
        "forall(((pos(A), \\+ call(A)) ; (neg(A), call(A))), (print(A), nl))",
        "aggregate_all(count, f(_, _), N), print(N), nl",  # all can be listed
    )
    found = swipl(*wrong, files=(directory / "bk.pl", directory / "exs.pl", theory))
    assert len(found) == 1
    assert int(found[0]) >= exs.count("pos(")


@pytest.mark.parametrize("options", [[], ["--noise"], ["--algorithm", "foil"]], ids=str)
def test_no_way_to_learn_leaves_one_free(options: list[str], tmp_path: Path) -> None:
    exs = "".join(f"pos(f(a{n}, d{n})). neg(f(x{n}, d{n})).\n" for n in range(30))
    facts = "".join(f"p(a{n}). q(d{n}). r(a{n}, x{n}).\n" for n in range(30))
    bias = "body_pred(p,1). body_pred(q,1). body_pred(r,2)."
    directory = problem(tmp_path / "p", bias, exs, facts)
    found = target_clauses(learned(directory, *options))
    assert found
    assert not any(map(unbound, found))
    free = problem(tmp_path / "free", bias + " non_datalog.", exs, facts)
    assert any(map(unbound, target_clauses(learned(free, *options))))


def test_numbers_bind_too(tmp_path: Path) -> None:
    bias = "body_pred(p,1). body_pred(size,2). type(size,(t,number)). type(p,(t,))."
    bias += " type(f,(t,t)). direction(size,(in,out))."
    theory = learned(problem(tmp_path / "p", bias, EXAMPLES))
    [clause] = target_clauses(theory)
    assert "size(Y, A)" in clause
    assert not unbound(clause)


def test_a_literal_that_changes_nothing_is_kept_where_it_binds(tmp_path: Path) -> None:
    exs = "pos(f(a, d)). neg(f(x, d))."
    [clause] = target_clauses(
        learned(problem(tmp_path / "p", "body_pred(p,1). body_pred(q,1).", exs))
    )
    assert not unbound(clause)


def test_recursive_rules_are_bound(tmp_path: Path) -> None:
    exs = "pos(f(a, d)). pos(f(b, e)). neg(f(x, d)). neg(f(x, e))."
    bias = "body_pred(p,1). body_pred(q,1). enable_recursion."
    found = target_clauses(learned(problem(tmp_path / "p", bias, exs)))
    assert not any(map(unbound, found))


def test_converting_keeps_the_rule(tmp_path: Path) -> None:
    directory = problem(tmp_path / "p", "body_pred(p,1). body_pred(q,1).", EXAMPLES)
    own = tmp_path / "own"
    assert fold("convert", directory, "-o", own).returncode == 0
    assert "set(datalog, true)." in (own / "bk.pl").read_text(encoding="utf-8")
    assert learned(own) == learned(directory)


def test_the_setting_in_files_of_our_own(tmp_path: Path) -> None:
    (tmp_path / "pos.pl").write_text("f(a, d). f(b, e).\n")
    (tmp_path / "neg.pl").write_text("f(x, d).\n")
    background = tmp_path / "bk.pl"
    for setting, bound in (("", False), ("true", True), ("false", False)):
        background.write_text(PAIRS + f":- set(datalog, {setting}).\n" * bool(setting))
        found = target_clauses(learned(tmp_path))
        assert any(map(unbound, found)) != bound
    background.write_text(PAIRS + ":- set(datalog, perhaps).\n")
    result = fold("learn", tmp_path)
    assert result.returncode == 1
    assert "the setting datalog is true or false" in result.stderr


def test_the_constant_of_a_class_needs_no_binding(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text(
        ":- set(datalog, true).\n:- modeh(1, f(+t, #c)).\n:- modeb(1, p(+t)).\n"
        ":- modeb(1, q(+t)).\n" + PAIRS
    )
    (tmp_path / "pos.pl").write_text("f(a, one). f(b, one). f(d, two). f(e, two).\n")
    found = target_clauses(learned(tmp_path))
    assert found == ["f(X, one) :- p(X).", "f(X, two) :- q(X)."]
