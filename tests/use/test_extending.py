"""Theories that begin with others, or know them: judged by plain swipl."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from support import fold, learned, swipl, write_files

from fold_cli import FoldError, Text, learn, load

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


BIRDS = Text(
    "bird(X) :- penguin(X). bird(tweety). bird(et). cat(kitty). penguin(polly).\n"
    "penguin(pip). strong(pip). bird(ost). bird(ox). ostrich(ost). ostrich(ox).\n"
    "plane(jet). plane(b1). ab1(nobody).\n"
)
FIRST = "fly(X) :- bird(X), \\+ ab0(X).\nab0(X) :- penguin(X).\n"
POS, NEG = ["fly(tweety)", "fly(et)"], ["fly(kitty)", "fly(polly)"]


def clauses(theory: object) -> list[str]:
    return [str(clause) for clause in theory.clauses]  # type: ignore[attr-defined]


def test_what_holds_stays_what_is_wrong_gets_an_exception() -> None:
    pos = [*POS, "fly(pip)", "fly(jet)", "fly(b1)"]
    neg = [*NEG, "fly(ost)", "fly(ox)"]
    found = learn(BIRDS, pos, neg, given=[Text(FIRST)], extend=True)
    assert clauses(found) == [
        "fly(X) :- bird(X), \\+ ab0(X), \\+ ab2(X).",  # ab1 is in the background
        "fly(X) :- plane(X).",
        "fly(X) :- strong(X).",
        "ab0(X) :- penguin(X).",
        "ab2(X) :- ostrich(X).",
    ]
    assert (found.covers.positives, found.covers.negatives) == (5, 0)
    assert (found.examples.positives, found.examples.negatives) == (5, 4)
    again = learn(BIRDS, pos, neg, given=found, extend=True)
    assert clauses(again) == clauses(found)


def test_a_theory_that_is_right_stays_as_it_is() -> None:
    by_hand = "fly(X) :- bird(X), \\+ odd(X).\nodd(X) :- penguin(X).\n"
    found = learn(BIRDS, POS, NEG, given=[Text(by_hand)], extend=True)
    assert clauses(found) == by_hand.splitlines()
    assert "% extended: 2 of 2 clauses are as they were given" in found.to_prolog()


def test_without_a_positive_that_speaks_for_a_clause_examples_are_listed() -> None:
    given = [Text("fly(X) :- bird(X).\n")]
    found = learn(BIRDS, ["fly(jet)"], ["fly(polly)"], given=given, extend=True)
    assert clauses(found) == [
        "fly(X) :- bird(X), \\+ ab0(X).",
        "fly(X) :- plane(X).",
        "ab0(X) :- member(X, [polly]).",
    ]


def test_without_exceptions_a_wrong_clause_is_learned_anew() -> None:
    neg = [*NEG, "fly(ost)"]
    options = {"given": [Text(FIRST)], "extend": True}
    found = learn(BIRDS, POS, neg, max_exception_depth=0, **options)  # type: ignore[arg-type]
    assert (found.covers.positives, found.covers.negatives) == (2, 0)
    assert "ab0" not in found.to_prolog()


@pytest.mark.parametrize("seed", range(6))
def test_random_problems_learned_in_parts(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    objects = [f"o{n}" for n in range(rng.randint(10, 24))]
    facts = [f"{p}(none)." for p in "abcd"] + ["num(none, 0).", "rel(none, none)."]
    for each in objects:
        facts += [f"{p}({each})." for p in "abcd" if rng.random() < 0.45]
        facts += [f"num({each}, {rng.randint(1, 9)})."] * (rng.random() < 0.6)
        facts += [f"rel({each}, {rng.choice(objects)})."] * (rng.random() < 0.6)
    background = Text("\n".join(sorted(facts)) + "\n")
    pos = [f"t({each})" for each in objects if rng.random() < 0.5] or ["t(o0)"]
    neg = [atom for each in objects if (atom := f"t({each})") not in pos]
    some_pos = [atom for atom in pos if rng.random() < 0.5] or pos[:1]
    some_neg = [atom for atom in neg if rng.random() < 0.5] or neg[:1]
    first = learn(background, some_pos, some_neg)
    given = [Text(first.to_prolog())]
    same = learn(background, some_pos, some_neg, given=given, extend=True)
    assert clauses(same) == clauses(first)
    whole = learn(background, pos, neg, given=given, extend=True)
    program = tmp_path / "all.pl"
    program.write_text(f"{background}\n{whole.to_prolog()}")
    atoms = ", ".join(pos + neg)
    goal = f"forall((member(A, [{atoms}]), once(A)), (print(A), nl))"
    assert sorted(swipl(goal, files=(program,))) == sorted(pos)
    kept = [c for c in clauses(first) if c in clauses(whole)]
    changed = [c for c in clauses(first) if c not in kept]
    for clause in changed:
        assert any(c.startswith(clause[:-1] + ", \\+ ab") for c in clauses(whole))


TABLE = "age,job,credit\n" + "".join(
    f"{20 + 3 * n},{job},{'bad' if job == 'gambler' and n < 9 else 'good'}\n"
    for n in range(14)
    for job in ("clerk", "nurse", "gambler")
)


@pytest.mark.parametrize("mode", ["--exact", "--noise"])
def test_tables(mode: str, tmp_path: Path) -> None:
    lines = TABLE.splitlines(keepends=True)
    (tmp_path / "few.csv").write_text("".join(lines[:25]))
    (tmp_path / "all.csv").write_text(TABLE)
    about = ("--class", "credit", "--positive", "bad", mode)
    args = ("learn", "-q", "few.csv", *about, "-o", "few.pl")
    assert fold(*args, cwd=tmp_path).returncode == 0
    more = ("--given", "few.pl", "--extend", "-o", "all.pl")
    result = fold("learn", "-q", "all.csv", *about, *more, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    theory = load(str(tmp_path / "all.pl"))
    assert clauses(theory) == [
        "bad(X) :- job(X, gambler), \\+ ab0(X).",
        "ab0(X) :- age(X, A), A > 44.",
    ]
    found = theory.evaluate(str(tmp_path / "all.csv"), list_errors=True)
    assert not found.false_positives
    assert not found.false_negatives


@pytest.mark.parametrize(
    ("few", "more", "expected", "left_out"),
    [
        (  # a row of unknown cells is told apart from none: it is left out once
            "1,x,y 2,x,n",
            "1,x,y ,x,y",
            ["k_y(X) :- a(X, A), A =< 1."],
            1,
        ),
        (  # what a clause can only list is not left wrong where other clauses are right
            "2,v0,y 2,,n",
            "4,v0,n ,v0,n",
            ["k_y(X) :- a(X, A), A =< 2, b(X, v0)."],
            0,
        ),
    ],
)
def test_rows_that_nothing_names(
    few: str, more: str, expected: list[str], left_out: int, tmp_path: Path
) -> None:
    rows, about = few.split(), ("--class", "k", "--positive", "y", "--exact")
    (tmp_path / "few.csv").write_text("\n".join(["a,b,k", *rows, ""]))
    (tmp_path / "all.csv").write_text("\n".join(["a,b,k", *rows, *more.split(), ""]))
    (tmp_path / "few.pl").write_text(learned(tmp_path / "few.csv", *about))
    more_options = (*about, "--given", tmp_path / "few.pl", "--extend")
    (tmp_path / "all.pl").write_text(learned(tmp_path / "all.csv", *more_options))
    found = load(str(tmp_path / "all.pl"))
    assert clauses(found) == expected
    assert (f"% memorised: {left_out}\n" in found.to_prolog()) == (left_out > 0)
    assert found.examples.positives - found.covers.positives == left_out
    assert found.covers.negatives == 0


FAMILY = (
    "father(abe, homer). father(homer, bart). father(bart, x). father(homer, lisa).\n"
    "mother(marge, lisa). mother(marge, bart). mother(mona, homer). mother(x, y).\n"
    "mother(jackie, marge).\n"
)
PAIRS = [text.split("(")[1].split(")")[0] for text in FAMILY.split(".") if "(" in text]


def test_concepts_in_turn(tmp_path: Path) -> None:
    """Each is learned from those before it, and swipl loads them together."""
    (tmp_path / "family.pl").write_text(FAMILY)
    parents = {tuple(pair.split(", ")) for pair in PAIRS}
    grand = {(a, d) for a, b in parents for c, d in parents if b == c}
    older = set(parents)
    while more := {(a, d) for a, b in older for c, d in parents if b == c} - older:
        older |= more
    concepts = {"parent": parents, "grandparent": grand, "ancestor": older}
    known: list[str] = []
    for name, pairs in concepts.items():
        text = "".join(f"{name}({a}, {b}).\n" for a, b in sorted(pairs))
        (tmp_path / f"{name}_pos.pl").write_text(text)
        given = [word for path in known for word in ("--given", path)]
        options = ["--recursion"] if name == "ancestor" else []
        args = ["family.pl", f"{name}_pos.pl", *given, *options, "-o", f"{name}.pl"]
        result = fold("learn", "-q", *args, cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        known.append(f"{name}.pl")
    assert "parent(X, A), parent(A, Y)" in (tmp_path / "grandparent.pl").read_text()
    assert "parent(X, A), ancestor(A, Y)" in (tmp_path / "ancestor.pl").read_text()
    goal = "forall(ancestor(X, Y), (print(X-Y), nl))"
    files = tuple(tmp_path / path for path in ["family.pl", *known])
    assert sorted(swipl(goal, files=files)) == sorted(f"{a}-{b}" for a, b in older)


def test_exceptions_of_a_given_theory_are_its_own() -> None:
    """Bodies call its target; names of new exceptions differ from its."""
    given = [Text(FIRST)]
    pos = ["safe(tweety)", "safe(ost)"]
    neg = ["safe(et)", "safe(kitty)", "safe(polly)"]
    bk = Text(f"{BIRDS}ill(et). ill(none).\n")
    found = learn(bk, pos, neg, given=given)
    assert clauses(found)[0].startswith("safe(X) :- fly(X), \\+ ab2(X).")
    assert not any("ab0" in clause for clause in clauses(found))


@pytest.mark.parametrize("declared", [False, True])
def test_a_given_target_that_no_mode_declares_is_named(
    declared: bool, tmp_path: Path
) -> None:
    """Other systems' directories declare what rules may call, so nothing is added."""
    mode = "body_pred(fly,1).\n" if declared else ""
    files = {"bk.pl": BIRDS, "t.pl": FIRST}
    files |= {"bias.pl": f"head_pred(safe,1).\nbody_pred(cat,1).\n{mode}"}
    files |= {"exs.pl": "pos(safe(tweety)).\npos(safe(et)).\nneg(safe(polly)).\n"}
    (tmp_path / "popper").mkdir()
    for name, text in files.items():
        place = tmp_path if name == "t.pl" else tmp_path / "popper"
        (place / name).write_text(text)
    result = fold("learn", "popper", "--given", "t.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert ("t.pl: no rule can call fly/1" in result.stderr) != declared
    assert ("safe(X) :- fly(X)." in result.stdout) == declared


def test_errors(tmp_path: Path) -> None:
    files = {"bk.pl": BIRDS, "pos.pl": "fly(tweety).\n", "neg.pl": "fly(kitty).\n"}
    files |= {"t.pl": FIRST, "walk.pl": "walk(X) :- bird(X).\n"}
    files |= {"no.pl": "fly(X) :- bird(X).\nfly(X) :- wings(X).\n"}
    files |= {"calls.pl": ":- modeh(1, fly(+b)).\n:- modeb(*, fly(+b)).\n"}
    write_files(tmp_path, files)
    examples = ("learn", "bk.pl", "pos.pl", "neg.pl")
    for args, code, words in (
        (("--extend",), 2, "--extend needs --given THEORY"),
        (("--given", "t.pl", "--extend", "--recursion"), 2, "is extended without it"),
        (("--given", "t.pl"), 1, "t.pl: is about fly/1, which is learned here"),
        (
            ("--given", "walk.pl", "--extend"),
            1,
            "about walk/1, the examples about fly/1",
        ),
        (("--given", "no.pl", "--extend"), 1, "no.pl:2: wings/1 is called here but"),
        (
            ("--given", "t.pl", "--extend", "--modes", "calls.pl"),
            1,
            "t.pl: rules that may call their target are not extended",
        ),
        (("--given", "t.pl", "--extend", "-o", "t.pl"), 1, "is an input as well"),
        (("--given", "none.pl"), 1, "none.pl: no such file"),
        (("--given", "t.pl", "--semantics", "stable"), 2, "not for --semantics stable"),
    ):
        result = fold(*examples, *args, cwd=tmp_path)
        assert result.returncode == code, result.stderr
        assert words in result.stderr
    (tmp_path / "d.csv").write_text(TABLE)
    result = fold(
        "learn", "d.csv", "--class", "credit", "--given", "t.pl", cwd=tmp_path
    )
    assert result.returncode == 2
    with pytest.raises(FoldError, match="extend= needs given="):
        learn(BIRDS, POS, NEG, extend=True)


@pytest.mark.parametrize("name", ["string", "rational"])
@pytest.mark.parametrize("given", ["", "t(X) :- member(X, [a]).\n"])
def test_names_that_swipl_compiles_in_place(
    name: str, given: str, write: Write, tmp_path: Path
) -> None:
    """No rule calls the clauses that a file has for them, in swipl as here."""
    write("bk.pl", f"{name}(a). {name}(b). q(c).\nown(X) :- {name}(X).\n")
    write("pos.pl", "t(a). t(b).\n")
    write("neg.pl", "t(c).\n")
    write("given.pl", given)
    options = ["--extend", "--given", "given.pl"] if given else []
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", *options, cwd=tmp_path)
    assert f"takes calls of it in rules for its own built-in: {name}/1" in result.stderr
    assert "cut" not in result.stderr
    write("theory.pl", result.stdout)
    asked = "forall((member(X, [a, b, c]), t(X)), (print(X), nl))"
    files = (tmp_path / "bk.pl", tmp_path / "theory.pl")
    assert sorted(set(swipl(asked, files=files))) == ["a", "b"]
    assert swipl("forall(own(X), (print(X), nl))", files=files[:1]) == []
