"""Backgrounds that are modules: a theory beside them sees what they export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, swipl, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


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
    "not_imported": (
        {
            "bk.pl": ":- use_module(other, [penguin/1]).\nbird(a). bird(b). bird(c).\n",
            "other.pl": ":- module(other, [penguin/1, own/1]).\npenguin(c). own(c).\n",
        },
        ["penguin(X)"],
    ),
    "left_out_of_an_import": (
        {
            "bk.pl": ":- use_module(other, except([own/1])).\n"
            "bird(a). bird(b). bird(c).\n",
            "other.pl": ":- module(other, [penguin/1, own/1]).\npenguin(c). own(c).\n",
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
    write_files(tmp_path, files)
    write("pos.pl", "fly(a). fly(b).\n")
    write("neg.pl", "fly(c). fly(d).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "what a file does not import from it: own/1\n" in result.stderr
    assert "own(" not in result.stdout
    assert all(literal in result.stdout for literal in used)
    write("theory.pl", result.stdout)
    asked = "forall((member(X, [a, b, c, d]), fly(X)), (print(X), nl))"
    found = swipl(asked, files=(tmp_path / "bk.pl", tmp_path / "theory.pl"))
    assert found == ["a", "b"]


M1 = ":- module(m1, [q/1]).\nq(X) :- h(X).\nh(a). h(b).\n"
M2 = ":- module(m2, [r/1]).\nr(X) :- h(X).\nh(c).\n"
CLASHES = {
    "consulted_before": (
        {"bk.pl": ":- [more].\nbird(a).\n", "more.pl": "bird(b).\n"},
        "bk.pl: bird/1 has clauses in more.pl too, and swipl keeps those of",
    ),
    "consulted_after": (
        {"bk.pl": "bird(a).\n:- ensure_loaded(more).\n", "more.pl": "bird(b).\n"},
        "bk.pl: bird/1 has clauses in more.pl too, and swipl keeps those of",
    ),
    "private_and_own": (
        {"bk.pl": ":- use_module(m1).\nbird(a).\nh(d).\n", "m1.pl": M1},
        "bk.pl: h/1 has clauses in m1.pl too; swipl keeps them apart",
    ),
    "private_of_two_modules": (
        {"bk.pl": ":- use_module(m1), use_module(m2).\n", "m1.pl": M1, "m2.pl": M2},
        "m2.pl: h/1 has clauses in m1.pl too; swipl keeps them apart",
    ),
    "private_and_called": (
        {"bk.pl": ":- use_module(m1).\nbird(X) :- h(X).\n", "m1.pl": M1},
        "m1.pl: bird/1 calls h/1, which the module does not export",
    ),
    "no_module": (
        {"bk.pl": "bird(a).\n:- use_module(more).\n", "more.pl": "cat(c).\n"},
        "bk.pl:2: more is no module, so swipl does not load it",
    ),
    "no_module_to_import": (
        {"bk.pl": ":- use_module(more, [cat/1]).\n", "more.pl": "cat(c).\n"},
        "bk.pl:1: more is no module, so swipl does not load it",
    ),
    "must_be_module": (
        {
            "bk.pl": ":- load_files(more, [must_be_module(true)]).\n",
            "more.pl": "cat(c).\n",
        },
        "bk.pl:1: more is no module, so swipl does not load it",
    ),
    "other_dialect": (
        {"bk.pl": ":- load_files(more, [dialect(yap)]).\n", "more.pl": "cat(c).\n"},
        "load_files(more,[dialect(yap)])' is not run",
    ),
    "renamed": (
        {"bk.pl": ":- use_module(m1, [q/1 as bird]).\n", "m1.pl": M1},
        "use_module(m1,[q/1 as bird])' is not run",
    ),
}


@pytest.mark.parametrize(("files", "told"), CLASHES.values(), ids=CLASHES)
def test_what_swipl_keeps_apart_is_refused(
    files: dict[str, str], told: str, write: Write, tmp_path: Path
) -> None:
    write_files(tmp_path, files)
    write("pos.pl", "fly(a). fly(b).\n")
    result = fold("learn", "bk.pl", "pos.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert told in result.stderr


TOGETHER = {
    "included": ":- include(more).\n",
    "multifile": ":- multifile bird/1.\n:- [more].\n",
    "dynamic": ":- dynamic fish/1.\n:- [more].\n:- include(rest).\n",
}


@pytest.mark.parametrize("first", TOGETHER.values(), ids=TOGETHER)
def test_what_swipl_takes_together_is_taken_together(
    first: str, write: Write, tmp_path: Path
) -> None:
    own = "" if "rest" in first else "bird(a).\n"
    write("bk.pl", f"{first}{own}cat(c). dog(d).\n")
    write("more.pl", "bird(b).\n" if own else "bird(a). bird(b).\n")
    write("rest.pl", "mouse(e).\n")
    write("pos.pl", "fly(a). fly(b).\n")
    write("neg.pl", "fly(c). fly(d).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "fly(X) :- bird(X).\n" in result.stdout, result.stderr
    write("theory.pl", result.stdout)
    found = swipl(
        "forall(fly(X), (print(X), nl))",
        files=(tmp_path / "bk.pl", tmp_path / "theory.pl"),
    )
    assert sorted(found) == ["a", "b"]


JOINED = {
    "two": ("bird(a).\n", ["bird(b).\n"], "bird/1"),
    "three": ("bird(a).\n", ["bird(b).\n", "bird(c). dog(d).\n"], "bird/1"),
    "several": ("bird(a). cat(c).\n", ["bird(b). cat(d).\n"], "bird/1, cat/1"),
    "dynamic": (":- dynamic bird/1.\nbird(a).\n", ["bird(b).\n"], "bird/1"),
    "rules": ("o(a). bird(X) :- o(X).\n", ["q(b). bird(X) :- q(X).\n"], "bird/1"),
    "multifile": (":- multifile bird/1.\nbird(a).\n", ["bird(b).\n"], ""),
    "multifile_later": ("bird(a).\n", [":- multifile bird/1.\nbird(b).\n"], ""),
    "declared": (":- dynamic bird/1.\ncat(c).\n", ["bird(a). bird(b).\n"], ""),
    "target": ("fly(c). bird(a). bird(b).\n", ["fly(d).\n"], ""),
}


@pytest.mark.parametrize(("first", "more", "told"), JOINED.values(), ids=JOINED)
def test_predicates_of_several_named_files_are_told(
    first: str, more: list[str], told: str, write: Write, tmp_path: Path
) -> None:
    """A warning of fold is a warning of swipl, which keeps the last file's clauses."""
    write("bk.pl", first)
    for number, text in enumerate(more):
        write(f"b{number}.pl", text)
    write("pos.pl", "fly(a). fly(b).\n")
    write("neg.pl", "fly(e).\n")
    names = [f"b{number}.pl" for number in range(len(more))]
    adding = [word for name in names for word in ("-b", name)]
    learned = fold("learn", "bk.pl", "pos.pl", "neg.pl", *adding, cwd=tmp_path)
    write("theory.pl", learned.stdout)
    asked = fold("predict", "theory.pl", "bk.pl", "pos.pl", *adding, cwd=tmp_path)
    warning = f"fold: {told}: clauses in bk.pl and in {' and in '.join(names)} are"
    for result in (learned, asked):
        assert result.returncode == 0, result.stderr
        assert (warning in result.stderr) == bool(told)
        assert ("together" in result.stderr) == bool(told)
    if not told and "fly" not in first:  # swipl warns of a target that it replaces
        paths = (tmp_path / name for name in ["bk.pl", *names, "theory.pl"])
        found = swipl("forall(fly(X), (print(X), nl))", files=tuple(paths))
        assert sorted(found) == ["a", "b"]


@pytest.mark.parametrize("name", ["bk.pl", "./bk.pl", "more.pl"])
def test_a_file_named_again_is_read_once(
    name: str, write: Write, tmp_path: Path
) -> None:
    """As swipl does; twice the clauses would count twice what findall/3 finds."""
    modes = ":- modeh(1, t(+o)).\n:- modeb(*, n(+o, -number)).\n"
    rule = "n(X, N) :- findall(Y, r(X, Y), L), length(L, N).\n"
    write("bk.pl", f"{modes}:- [more].\n{rule}")
    write("more.pl", "r(a, b). r(a, c). r(b, d).\n")
    write("pos.pl", "t(a).\n")
    write("neg.pl", "t(b).\n")
    files = ["bk.pl", "pos.pl", "neg.pl", "-b", name]
    result = fold("learn", *files, cwd=tmp_path)
    assert "t(X) :- n(X, A), A > 1.\n" in result.stdout


CODES = ":- set_prolog_flag(double_quotes, codes).\n"
SYNTAX = {
    "flag_before": (CODES + ":- use_module(m).\n", 'q("a"). q("b").\n', '"a"; "b"'),
    "flag_inside": (
        ":- use_module(m).\n",
        CODES + 'q(X) :- member(Y, ["a", "b"]), atom_codes(A, Y), atom_string(A, X).\n',
        '"a"; "b"',
    ),
    "flag_around": (
        CODES + ':- use_module(m).\nq2("a").\nq2("b").\n',
        ':- set_prolog_flag(double_quotes, atom).\nq("a"). q("c").\n',
        "[0'a]; [0'b]",
    ),
    "operator_away": (
        ":- use_module(m).\nn(a, 1). n(b, 2). n(c, 7).\n",
        ":- op(0, xfx, =<).\nq(d).\n",
        "a; b",
    ),
    "operator_inside": (
        ":- use_module(m).\nq2(===>(a, b)). q2(b).\n",
        ":- op(700, xfx, ===>).\nq(X) :- X = a.\nr(a ===> b).\n",
        "===>(a, b); b",
    ),
}


@pytest.mark.parametrize(("bk", "module", "objects"), SYNTAX.values(), ids=SYNTAX)
def test_flags_and_operators_of_a_module_hold_inside(
    bk: str, module: str, objects: str, write: Write, tmp_path: Path
) -> None:
    write("bk.pl", bk)
    write("m.pl", f":- module(m, [q/1]).\n{module}")
    exs = ":- set_prolog_flag(double_quotes, string).\n" if '"' in objects else ""
    write("pos.pl", exs + "".join(f"t({each}).\n" for each in objects.split("; ")))
    write("neg.pl", "t(c).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "member(" not in result.stdout
    write("theory.pl", result.stdout)
    files = (tmp_path / "bk.pl", tmp_path / "theory.pl")
    assert len(swipl("forall(t(X), (print(X), nl))", files=files)) == 2


def test_operators_that_a_module_keeps_are_not_read_outside(
    write: Write, tmp_path: Path
) -> None:
    write("m.pl", ":- module(m, [q/1]).\n:- op(700, xfx, ===>).\nq(a ===> b).\n")
    write("bk.pl", ":- use_module(m).\nr(a ===> b).\n")
    pos = write("pos.pl", "t(a).\n")
    result = fold("learn", "bk.pl", pos, cwd=tmp_path)
    assert "bk.pl:2: syntax error" in result.stderr
    write("m.pl", ":- module(m, [q/1, op(700, xfx, ===>)]).\nq(a ===> b).\n")
    assert fold("learn", "bk.pl", pos, cwd=tmp_path).returncode == 0


def test_files_that_a_trusted_one_loads_are_loaded_again(
    write: Write, tmp_path: Path
) -> None:
    """They are loaded for each problem of one process."""
    import fold_cli

    write("bk.pl", ":- use_module(other).\n:- [more].\nbird(X) :- feathered(X).\n")
    write("other.pl", ":- module(other, [feathered/1]).\nfeathered(a).\n")
    write("more.pl", "fish(c).\n")
    files = tmp_path / "bk.pl", write("pos.pl", "fly(a).\n"), write("neg.pl", "fly(c).")
    for _ in range(3):
        assert "fly(X) :- bird(X).\n" in str(fold_cli.learn(*files, trust=True))
    write("other.pl", ":- module(other, [feathered/1]).\nfeathered(c).\n")
    assert "fly(X) :- bird(X).\n" not in str(fold_cli.learn(*files, trust=True))


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


@pytest.mark.parametrize(
    ("imports", "told"),
    [
        (":- use_module(other, [fly/1, bird/1]).\n", True),
        (":- use_module(library(lists), [last/2]).\n:- use_module(other).\n", False),
        (":- use_module(other).\n", False),
        (":- use_module(other, except([fly/1])).\n", False),
    ],
)
def test_an_import_that_lets_no_theory_define_the_target_is_told(
    imports: str, told: bool, tmp_path: Path
) -> None:
    write_files(
        tmp_path,
        {
            "bk.pl": imports,
            "other.pl": ":- module(other, [fly/1, bird/1]).\nfly(z). bird(a).\n",
            "pos.pl": "fly(a).\n",
            "neg.pl": "fly(b).\n",
        },
    )
    learned = fold("learn", "bk.pl", "pos.pl", "neg.pl", "-o", "t.pl", cwd=tmp_path)
    assert learned.returncode == 0, learned.stderr
    told_of = "bk.pl:1: swipl lets no theory define fly/1, which is imported by name"
    assert (told_of in learned.stderr) is told
