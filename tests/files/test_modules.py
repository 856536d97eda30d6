"""Backgrounds that are modules: a theory beside them sees what they export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, swipl

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, str], Path]

CASES = {
    "itself": ({"bk.pl": ":- module(m, [bird/1]).\nbird(a). bird(b). own(c).\n"}, []),
    "included": (
        {
            "bk.pl": ":- module(m, [bird/1, grammar//0]).\n:- include(more).\n"
            "bird(a). bird(b).\ngrammar --> [].\n",
            "more.pl": "own(c). own(d).\n",
        },
        [],
    ),
    "used": (
        {
            "bk.pl": ":- use_module(other).\nbird(a).\nbird(b).\nbird(c).\n",
            "other.pl": ":- module(other, [penguin/1]).\npenguin(c). own(c).\n",
        },
        ["penguin(X)"],
    ),
    "used_by_a_module": (
        {
            "bk.pl": ":- module(m, [bird/1]).\n:- use_module(other).\n"
            "bird(a). bird(b).\n",
            "other.pl": ":- module(other, [own/1]).\nown(c).\n",
        },
        [],
    ),
}


@pytest.mark.parametrize(("files", "used"), CASES.values(), ids=CASES)
def test_what_is_not_exported_is_left_out(
    files: dict[str, str], used: list[str], write: Write, tmp_path: Path
) -> None:
    for name, text in files.items():
        write(name, text)
    write("pos.pl", "fly(a). fly(b).\n")
    write("neg.pl", "fly(c). fly(d).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "what a module does not export: own/1\n" in result.stderr
    assert "own(" not in result.stdout
    assert all(literal in result.stdout for literal in used)
    write("theory.pl", result.stdout)
    asked = "forall((member(X, [a, b, c, d]), fly(X)), (print(X), nl))"
    found = swipl(asked, files=(tmp_path / "bk.pl", tmp_path / "theory.pl"))
    assert found == ["a", "b"]


def test_a_module_ends_with_its_file(write: Write, tmp_path: Path) -> None:
    """A file that comes after it hides nothing, nor does one after an error."""
    write("bk.pl", ":- module(m, [bird/1]).\nbird(a).\n")
    write("more.pl", "own(a).\n")
    write("pos.pl", "fly(a).\n")
    write("neg.pl", "fly(c).\n")
    files = ["bk.pl", "pos.pl", "neg.pl", "-b", "more.pl"]
    result = fold("modes", *files, cwd=tmp_path)
    assert ":- modeb(*, own(+object)).\n" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("trust", [[], ["--trust"]], ids=["vetted", "trusted"])
def test_modules_are_loaded_by_trusted_files_too(
    trust: list[str], write: Write, tmp_path: Path
) -> None:
    write("bk.pl", ":- module(m, [bird/1, odd/1]).\n:- use_module(other).\n")
    write("other.pl", ":- module(other, [penguin/1]).\npenguin(c).\n")
    with (tmp_path / "bk.pl").open("a") as file:
        file.write("bird(a). bird(b). bird(c).\nodd(X) :- penguin(X).\n")
    write("pos.pl", "fly(a). fly(b).\n")
    write("neg.pl", "fly(c). fly(d).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", *trust, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "ab0(X) :- odd(X)." in result.stdout


def test_what_prolog_makes_of_a_lambda_is_no_predicate(
    write: Write, tmp_path: Path
) -> None:
    lambda_ = "big(X) :- l(X, L), include([Y]>>(Y > 3), L, [_|_]).\n"
    facts = "l(a, [1, 2]). l(b, [5]). l(c, []).\n"
    write("bk.pl", f":- use_module(library(yall)).\n{facts}{lambda_}")
    write("pos.pl", "t(b).\n")
    write("neg.pl", "t(a). t(c).\n")
    result = fold("modes", "bk.pl", "pos.pl", "neg.pl", "--trust", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "big(+object)" in result.stdout
    assert "__aux" not in result.stdout
