"""Rules of the background that raise an error when they are asked about an example."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support import fold, run_script, swipl

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


FACTS = """
n(a, 1). n(b, 2). n(c, 3). n(d, 0). n(e, 9). n(f, 8).
s(a, x). s(b, 2). s(c, 4). s(d, 5). s(e, 6). s(f, 6).
p(a). p(b). p(e).
"""
RULES = {
    "zero": ("bad(X, Y) :- n(X, N), Y is 10 / N.", "bad(d, _)", "zero_divisor"),
    "undefined": (
        "bad(X, Y) :- n(X, N), Y is sqrt(5 - N).",
        "bad(e, _)",
        "evaluation error",
    ),
    "type": ("bad(X) :- s(X, N), N < 4.5.", "bad(a)", "is not a function"),
    "unbound": (
        "bad(X) :- n(X, N), N < 4, _ < N.",
        "bad(a)",
        "not sufficiently instantiated",
    ),
    "not_an_atom": (
        "bad(X, L) :- s(X, A), atom_length(f(A), L).",
        "bad(a, _)",
        "Type error",
    ),
    "far": ("bad(X) :- q(X).\nq(X) :- r(X).\nr(X) :- s(X, N), N > 1.", "bad(a)", "x/0"),
    "negated": ("bad(X) :- \\+ ( s(X, N), N > 5 ).", "bad(a)", "x/0"),
    "one_branch": (
        "bad(X) :- ( p(X) -> true ; s(X, N), N > atom ).",
        "bad(c)",
        "atom/0",
    ),
    "cut": ("bad(X, L) :- s(X, N), L is N + 1, !.", "bad(a, _)", "x/0"),
}


def problem(write: Write, rules: str) -> list[str]:
    """Write the files of a problem that facts alone solve."""
    write("bk.pl", f"{FACTS.strip()}\n{rules}\n")
    write("pos.pl", "t(a). t(b). t(c).\n")
    write("neg.pl", "t(d). t(e). t(f).\n")
    return ["bk.pl", "pos.pl", "neg.pl"]


@pytest.mark.parametrize(("rules", "goal", "error"), RULES.values(), ids=RULES)
@pytest.mark.parametrize("options", [[], ["--noise"]], ids=["exact", "noise"])
def test_the_search_goes_on_without_the_predicate(
    rules: str,
    goal: str,
    error: str,
    options: list[str],
    write: Write,
    tmp_path: Path,
) -> None:
    result = fold("learn", *problem(write, rules), *options, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    left_out, *_ = result.stderr.splitlines()
    name = goal.partition("(")[0]
    assert left_out.startswith(f"fold: {name}/{goal.count(',') + 1} is left out of the")
    assert f"bk.pl:4: asking {goal} " in left_out
    assert error in left_out
    assert "fold_problem" not in left_out  # no name that is not the files'
    assert "bad(" not in result.stdout
    if not options:
        assert "% covered: 3 positive, 0 negative" in result.stdout
        write("theory.pl", result.stdout)
        asked = "forall(member(X, [a, b, c, d, e, f]), (t(X) -> print(X) ; true))"
        files = [tmp_path / "theory.pl", tmp_path / "bk.pl"]
        assert swipl(asked, files=files) == ["abc"]


EXHAUSTING = {
    "number": "bad(X) :- s(X, N), N == 4, _ is 7 ** (7 ** 30).",
    "list": "bad(X) :- s(X, N), N == 4, length(L, 1000000000), L == [].",
    "cut": "bad(X, L) :- s(X, 4), !, length(_, 1000000000), L = 1.\nbad(_, 2).",
}


@pytest.mark.parametrize("rules", EXHAUSTING.values(), ids=EXHAUSTING)
@pytest.mark.parametrize("options", [[], ["--noise"]], ids=["exact", "noise"])
def test_no_theory_depends_on_how_much_memory_there_is(
    rules: str, options: list[str], write: Write, tmp_path: Path
) -> None:
    result = fold("learn", *problem(write, rules), *options, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert re.search(
        r"fold: error: bk.pl:4: asking bad\(c(, _)?\) took more memory",
        result.stderr,
    )


SMALL_STACKS = """
from pyswip import Prolog
from fold_cli.cli import main
from fold_cli.engine.prolog import engine
engine()
list(Prolog.query("set_prolog_flag(stack_limit, 20_000_000)"))
main()
"""


@pytest.mark.parametrize("most", [100_000, 200_000, "inf"])
def test_what_has_too_many_answers_is_named(
    most: int | str, write: Write, tmp_path: Path
) -> None:
    """Memory ends while they are found, and while they are handed over."""
    write("bk.pl", f"s(a). s(b).\nbad(X, N) :- s(X), between(1, {most}, N).\n")
    files = [write("pos.pl", "t(a).\n"), write("neg.pl", "t(b).\n")]
    command = ["learn", "bk.pl", *map(str, files)]
    result = run_script(SMALL_STACKS, *command, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    asked = (
        r"(bk.pl:2: )?asking bad(\([ab], _\)|/2) took more memory than there is for it"
    )
    assert re.match(f"fold: error: {asked}", result.stderr)


@pytest.mark.parametrize(
    ("otherwise", "left_out"),
    [("Y = none", False), ("none = Y", False), ("member(Y, [none])", True)],
)
def test_numbers_or_an_atom(
    otherwise: str, left_out: bool, write: Write, tmp_path: Path
) -> None:
    """What no mode says to be a number is a category, or is left out."""
    facts = "r(a, 1). r(a, 5). r(b, 5). r(b, 1). r(c, 9). r(d, 1).\n"
    write("bk.pl", f"{facts}j(X, Y) :- ( r(X, Y), Y > 4 -> true ; {otherwise} ).\n")
    files = [write("pos.pl", "t(d).\n"), write("neg.pl", "t(a). t(b). t(c).\n")]
    result = fold("learn", "bk.pl", *files, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert ("j(X, " in result.stdout) != left_out
    told = "j/2 is left out of the rules: it holds numbers and none; declare a mode"
    assert (told in result.stderr) == left_out


def test_an_undefined_predicate_of_a_trusted_file(write: Write, tmp_path: Path) -> None:
    files = problem(write, "bad(X) :- n(X, N), N > 8, nowhere(X).")
    result = fold("learn", *files, "--trust", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "bad/1 is left out of the rules: bk.pl:4: asking bad(e) failed" in (
        result.stderr
    )
    assert "nowhere/1" in result.stderr


def test_what_a_trusted_file_throws(write: Write, tmp_path: Path) -> None:
    files = problem(write, "bad(X) :- n(X, N), N > 8, throw(odd('A')).")
    result = fold("learn", *files, "--trust", cwd=tmp_path)
    assert "failed: the exception odd('A') is thrown" in result.stderr


@pytest.mark.parametrize(
    "rules",
    [
        "best(X, Y) :- e(X, Y), !.\nbest(_, none).",
        "best(X, Y) :- e(X, Y).\nbest(_, b).",
        "best(X, Y) :- ( e(X, Y) -> true ; Y = a ).",
    ],
    ids=["cut", "fact", "else"],
)
@pytest.mark.parametrize("options", [[], ["--noise"]], ids=["exact", "noise"])
def test_a_predicate_that_answers_with_a_variable(
    rules: str, options: list[str], write: Write, tmp_path: Path
) -> None:
    """Asked for the objects that a given one is the best of, it names none.

    It is asked the other way, and told of where a mode asks it so.
    """
    write("bk.pl", f"e(a, b). e(b, c). e(a, d).\n{rules}\n")
    write("pos.pl", "t(a). t(b).\n")
    write("neg.pl", "t(c). t(d).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", *options, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "left out" not in result.stderr
    assert "t(X) :- e(X, _)." in result.stdout
    given = ["bk.pl", "pos.pl", "neg.pl", "--modes", "modes.pl", *options]
    for mode, told in [("+o, -o", False), ("-o, +o", True)]:
        write("modes.pl", f"modeh(1, t(+o)).\nmodeb(*, best({mode})).\n")
        result = fold("learn", *given, cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        left_out = "best/2 is left out of the rules: bk.pl:" in result.stderr
        advised = "argument that must be known a + in a mode" in result.stderr
        assert left_out == advised == (told and "none" not in rules)


def test_nothing_else_describes_the_examples(write: Write, tmp_path: Path) -> None:
    """Where all that could be used raises, the examples are listed."""
    write("bk.pl", "bad(X) :- X > 1.\n")
    write("pos.pl", "t(a). t(b).\n")
    write("neg.pl", "t(c).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "t(X) :- member(X, [a, b])." in result.stdout
    assert "bad/1 is left out of the rules: bk.pl:1: asking bad(a) failed" in (
        result.stderr
    )
    assert "no predicate can be used" in result.stderr


def test_a_name_that_prolog_keeps_for_itself(write: Write, tmp_path: Path) -> None:
    """swipl compiles rational(X) to its own test, whatever a file says of it.

    Both cover one positive example, but not the same one.
    """
    write("bk.pl", "rational(f(red)).\n")
    write("pos.pl", "t(1). t(f(red)).\n")
    write("neg.pl", "t(a).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "for its own built-in: rational/1" in result.stderr
    assert "% covered: 2 positive, 0 negative" in result.stdout
