"""Theories are run as they are written before they are handed over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support import fold, swipl

from fold_cli.files.sources import Sources, TableSource
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn
from fold_cli.use.learning.run import learn_problem
from fold_cli.use.problems.problem_factory import opened
from fold_cli.use.theories import written_theory as written_
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


# Predicates whose answers depend on what is bound, beside one that is honest. ``r`` and
# ``s`` are asked with the second argument open; in a rule it is bound by then.
DECEIVING = {
    "cut": "r(X, Y) :- q(X, Y), !.\nr(_, Y) :- q(_, Y).\n",
    "if_then_else": "r(X, Y) :- ( q(X, Y) -> true ; q(_, Y) ).\n",
    "var": "r(X, Y) :- var(Y), q(X, Y).\nr(_, Y) :- nonvar(Y), q(_, Y).\n",
    "findall": "r(X, Y) :- findall(Z, q(X, Z), [Y|_]).\n"
    "r(_, Y) :- nonvar(Y), q(_, Y).\n",
}
FACTS = """
q(a, u). q(b, u). q(c, v). q(d, v). q(e, w). q(f, w).
s(a, u). s(b, u). s(c, u). s(d, u). s(e, u). s(f, u).
n(a, 1). n(b, 2). n(c, 3). n(d, 4). n(e, 5). n(f, 6).
"""


def test_a_table_is_judged_by_what_is_written(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were a value written wrongly, its column would be left out with a warning."""
    table = write("t.csv", "a,b,class\nx y,1,yes\nx y,2,yes\nz,2,no\nz,3,no\n")
    real = written_.to_prolog
    monkeypatch.setattr(
        written_, "to_prolog", lambda theory: real(theory).replace("'x y'", "'x  y'")
    )
    outcome = learn(TableSource(str(table), positive="yes", categorical=("b",)))
    assert "a(X, " not in to_prolog(outcome.theory)
    assert any("a/2 is left out of the rules" in each for each in outcome.warnings)


def counting(goal: str, term: str, among: str) -> str:
    """Return a goal that prints for how many of a list's members a goal succeeds."""
    found = f"findall(x, (member({term}, {among}), \\+ \\+ ({goal})), L)"
    return f"{found}, length(L, N), print(N)"


@pytest.mark.parametrize("rules", DECEIVING.values(), ids=DECEIVING)
@pytest.mark.parametrize(
    "options", [[], ["--algorithm", "foil"], ["--noise"]], ids=["fold", "foil", "noise"]
)
def test_what_is_said_is_what_swipl_finds(
    rules: str, options: list[str], write: Write, tmp_path: Path
) -> None:
    write("bk.pl", rules + FACTS)
    write("pos.pl", "t(a). t(b). t(e).\n")
    write("neg.pl", "t(c). t(d). t(f).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", *options, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    write("theory.pl", result.stdout)
    said = re.search(r"% covered: (\d+) positive, (\d+) negative", result.stdout)
    assert said
    files = [tmp_path / "theory.pl", tmp_path / "bk.pl"]
    counts = [
        swipl(counting("t(X)", "X", kind), files=files)[0]
        for kind in ("[a, b, e]", "[c, d, f]")
    ]
    assert [said[1], said[2]] == counts
    if not options or "foil" in options:
        assert counts == ["3", "0"]


def sources(write: Write, pos: str, neg: str, bk: str = FACTS) -> Sources:
    write("bk.pl", bk)
    write("pos.pl", pos)
    path = write("neg.pl", neg)
    folder = path.parent
    return Sources(
        (str(folder / "bk.pl"),), str(folder / "pos.pl"), str(folder / "neg.pl")
    )


def test_the_predicate_at_fault_is_left_out_and_named(write: Write) -> None:
    bk = "g(X, good) :- n(X, S), S > 3, !.\ng(_, poor).\n" + FACTS
    given = sources(write, "t(a). t(b). t(c).\n", "t(d). t(e). t(f).\n", bk)
    with opened(given) as problem:
        run = learn_problem(problem, Options())
        warnings = run.warnings()
    assert run.theory.covers
    assert (run.theory.covers.positives, run.theory.covers.negatives) == (3, 0)
    for warning in warnings:
        assert warning.startswith("g/2 is left out of the rules: t(X) :- g(X, ")


def test_counts_of_a_recursive_theory_are_those_of_its_run(
    write: Write, tmp_path: Path
) -> None:
    write("bk.pl", "e(a, b). e(b, c). e(c, d). e(d, e). e(f, g).\n")
    pairs = [(x, y) for i, x in enumerate("abcde") for y in "abcde"[i + 1 :]]
    pairs.append(("f", "g"))
    write("pos.pl", "".join(f"p({x}, {y}).\n" for x, y in pairs))
    result = fold("learn", "bk.pl", "pos.pl", "--recursion", "-q", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    write("theory.pl", result.stdout)
    listed = f"[{', '.join(f'{x}-{y}' for x, y in pairs)}]"
    found = re.findall(
        r"% covers (\d+) positive, 0 negative\np\((\w+), (\w+)\) :-(.*?)\.\n",
        result.stdout,
        re.DOTALL,
    )
    assert any("p(" in body for _, _, _, body in found)
    files = (tmp_path / "theory.pl", tmp_path / "bk.pl")
    for count, x, y, body in found:
        assert swipl(counting(body, f"{x}-{y}", listed), files=files) == [count]


def test_tables_are_applied_to_their_rows(write: Write) -> None:
    rows = [f"{i},{'ab'[i % 2]},{'xy'[i % 3 == 0]}" for i in range(60)]
    path = write("t.csv", "\n".join(["n,c,class", *rows]) + "\n")
    for options in (
        Options(noise=False),
        Options(noise=True),
        Options(algorithm="foil", noise=False),
    ):
        theory = learn(TableSource(str(path), positive="x"), options).theory
        with opened(TableSource(str(path), positive="x")) as problem:
            judgement = problem.judge(in_memory(theory), clauses=True)
            positive = problem.positive
        assert theory.covers
        assert theory.covers.positives == (judgement.holds & positive).sum()
        for learned, flags in zip(theory.clauses, judgement.covers, strict=True):
            assert learned.covers
            assert learned.covers.negatives == (flags & ~positive).sum()
