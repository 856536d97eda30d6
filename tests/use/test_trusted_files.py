"""Background files that Prolog itself loads: what is learned holds in plain swipl."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, swipl

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


LEAST = """
:- table conn(_, _, min).
e(a, b, 1). e(b, c, 1). e(c, d, 5). e(d, e, 1). e(e, f, 1). e(a, f, 9).
conn(X, Y, C) :- e(X, Y, C).
conn(X, Y, C) :- conn(X, Z, C1), e(Z, Y, C2), C is C1 + C2.
far(X) :- conn(X, f, C), C > 6.
"""
PROBLEMS = {
    "tables_with_modes": LEAST,
    "clauses_of_the_target": "p(a). p(b). p(c). p(d). q(d).\nt(d).\nt(X) :- q(X).",
    "operators_of_a_module": ":- module(m, [p/2, op(700, xfx, =>>)]).\n"
    "p(a, x =>> y). p(b, x =>> y). p(c, x =>> y). p(d, y =>> x).",
}
ASKED = "forall(member(X, [a, b, c, d, e, f]), (t(X) -> print(X) ; true))"


@pytest.mark.parametrize("background", PROBLEMS.values(), ids=PROBLEMS)
@pytest.mark.parametrize("options", [[], ["--noise"]], ids=["exact", "noise"])
def test_what_is_said_holds_in_swipl(
    background: str, options: list[str], write: Write, tmp_path: Path
) -> None:
    write("bk.pl", background)
    write("pos.pl", "t(a). t(b). t(c).")
    write("neg.pl", "t(d). t(e). t(f).")
    files = ["bk.pl", "pos.pl", "neg.pl"]
    result = fold("learn", "--trust", *files, *options, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "% covered: 3 positive, 0 negative" in result.stdout
    write("theory.pl", result.stdout)
    rest = [line for line in background.splitlines() if not line.startswith("t(")]
    write("bk.pl", "\n".join(rest))  # swipl would say that the target is redefined
    found = swipl(ASKED, files=[tmp_path / "bk.pl", tmp_path / "theory.pl"])
    assert found == ["abc"]


def test_what_a_file_prints_is_not_in_the_theory(write: Write, tmp_path: Path) -> None:
    rule = "p(X) :- member(X, [a, b]), print(X)."
    write("bk.pl", f":- initialization(print(loaded)). {rule}")
    write("pos.pl", "t(a). t(b).")
    write("neg.pl", "t(c).")
    files = ["bk.pl", "pos.pl", "neg.pl"]
    result = fold("learn", "--trust", *files, cwd=tmp_path)
    assert result.stdout.startswith("% fold: ")
    assert "loaded" in result.stderr
    write("theory.pl", result.stdout)
    explained = fold("explain", "--trust", "theory.pl", "bk.pl", "t(a)", cwd=tmp_path)
    assert explained.stdout.startswith("t(a)")


def test_converting_says_what_is_lost(write: Write, tmp_path: Path) -> None:
    write("bk.pl", LEAST)
    write("pos.pl", "t(a).")
    write("neg.pl", "t(d).")
    files = ["bk.pl", "pos.pl", "neg.pl"]
    result = fold("convert", "--trust", *files, "-o", "made", cwd=tmp_path)
    assert result.returncode == 0
    assert "what the trusted files do when they are loaded" in result.stderr


def test_converted_files_load_the_library(write: Write, tmp_path: Path) -> None:
    facts = "n(a, 5). n(b, 6). n(c, 1). n(d, 2)."
    write(
        "bk.pl", f":- use_module(library(clpfd)).\nbig(X) :- n(X, N), N #> 3.\n{facts}"
    )
    write("pos.pl", "t(a). t(b).")
    write("neg.pl", "t(c). t(d).")
    fold("convert", "bk.pl", "pos.pl", "neg.pl", "-o", "made", cwd=tmp_path)
    files = [f"made/{name}.pl" for name in ("bk", "pos", "neg")]
    result = fold("learn", *files, cwd=tmp_path)
    assert "% covered: 2 positive, 0 negative" in result.stdout, result.stderr
    found = swipl("forall(big(X), print(X))", files=[tmp_path / "made" / "bk.pl"])
    assert found == ["ab"]


LOADED = {
    "grammar": ":- use_module(library(dcg/basics)).\n"
    "x(X) :- n(X, N), number_codes(N, Codes), phrase(digits([_]), Codes).",
    "lambda": ":- use_module(library(yall)).\n"
    "x(X) :- n(X, N), include([M]>>(M < 10), [N], [_]).",
    "constraints": ":- use_module(library(clpfd)).\nx(X) :- n(X, N), M #= N, M #< 10.",
    "own_module": ":- use_module(small).\nx(X) :- n(X, N), small(N).",
}


@pytest.mark.parametrize("rule", LOADED.values(), ids=LOADED)
def test_converted_files_have_what_trusted_ones_load(
    rule: str, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", f"{rule}\nn(a, 5). n(b, 6). n(c, 10). n(d, 20).")
    write("small.pl", ":- module(small, [small/1]).\nsmall(N) :- N < 10.")
    write("pos.pl", "t(a). t(b).")
    write("neg.pl", "t(c). t(d).")
    files = ["bk.pl", "pos.pl", "neg.pl"]
    result = fold("convert", "--trust", *files, "-o", "made", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    found = swipl("forall(x(X), print(X))", files=[tmp_path / "made" / "bk.pl"])
    assert found == ["ab"]
