"""Backgrounds that change how text is read, or define what theories call."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def holding(*files: Path, atoms: list[str]) -> list[str]:
    """Return which atoms plain swipl proves."""
    goals = [f"( \\+(\\+({atom})) -> writeln('{atom}') ; true )" for atom in atoms]
    return swipl(*goals, files=files)


def check(
    background: str, positives: str, negatives: str, write: Write, *args: str
) -> str:
    """Learn, and let swipl prove what it should in either order of loading."""
    bk = write("bk.pl", background)
    pos = write("pos.pl", "".join(f"{atom}.\n" for atom in positives.split("; ")))
    neg = write("neg.pl", "".join(f"{atom}.\n" for atom in negatives.split("; ")))
    result = fold("learn", "-q", bk, pos, neg, *args)
    assert result.returncode == 0, result.stderr
    theory = write("theory.pl", result.stdout)
    for files in [(bk, theory), (theory, bk)]:
        atoms = positives.split("; "), negatives.split("; ")
        found = holding(*files, atoms=[*atoms[0], *atoms[1]])
        assert found == atoms[0], (files, result.stdout)
    assert fold("show", theory).stdout == result.stdout
    json = write("theory.json", fold("show", theory, "--format", "json").stdout)
    assert fold("show", json, "--format", "pl").stdout == result.stdout
    for path in (theory, json):
        said = fold("evaluate", path, bk, pos, neg, "--format", "json").stdout
        assert '"accuracy": 1.0' in said
    return result.stdout


def test_grammars_are_asked_with_phrase(write: Write) -> None:
    grammar = (
        "greeting --> [hello], name.\nname --> [world].\nname --> [you].\n"
        "says(a, [hello, world]). says(b, [hello, you]). says(c, [bye, you]).\n"
        "says(d, [world, please]).\n"
    )
    for goal in ("phrase(greeting, Words)", "phrase(([hello], name), Words, [])"):
        background = f"{grammar}greets(X) :- says(X, Words), {goal}.\n"
        found = check(background, "t(a); t(b)", "t(c); t(d)", write)
        assert clauses(found) == ["t(X) :- greets(X)."]


NAMES = 'n(a, "ab"). n(b, "c"). n(d, "ab").\n'


@pytest.mark.parametrize(
    ("flag", "term"),
    [
        ("codes", "[97,98]"),
        ("chars", "[a,b]"),
        ("atom", "ab"),
        ("string", '"ab"'),
    ],
)
def test_quotes_have_their_effect(flag: str, term: str, write: Write) -> None:
    facts = 'n(a, "ab"). n(b, "c"). n(d, "ab").\n'
    theory = check(
        f":- set_prolog_flag(double_quotes, {flag}).\n{facts}",
        "t(a); t(d)",
        "t(b)",
        write,
    )
    assert f"t(X) :- n(X, {term})." in theory


def test_a_string_is_one_beside_a_background_that_reads_codes(write: Write) -> None:
    facts = 'n(a, "ab"). n(b, "c"). n(d, "ab").\n'
    theory = check(
        f"{facts}:- set_prolog_flag(double_quotes, codes).\n",
        "t(a); t(d)",
        "t(b)",
        write,
    )
    assert clauses(theory) == [
        ":- set_prolog_flag(double_quotes, string).",
        't(X) :- n(X, "ab").',
    ]


def test_quotes_hold_for_the_files_that_follow(write: Write) -> None:
    bk = write("bk.pl", ':- set_prolog_flag(double_quotes, atom).\np("a").\n')
    assert clauses(
        learned(bk, write("pos.pl", 't("a").'), write("neg.pl", "t(b)."))
    ) == ["t(X) :- p(X)."]


@pytest.mark.parametrize(
    "flag", ["rational_syntax, natural", "iso, true", "prefer_rationals, true"]
)
def test_other_flags_are_refused(flag: str, write: Write) -> None:
    bk = write("bk.pl", f"p(1).\n:- set_prolog_flag({flag}).\n")
    result = fold("learn", bk, write("pos.pl", "t(1)."), write("neg.pl", "t(2)."))
    assert result.returncode == 1
    assert f"bk.pl:2: the directive ':- set_prolog_flag({flag.replace(' ', '')})'" in (
        result.stderr
    )


FACTS = "v(a, 1). v(b, 2). v(c, 3). v(d, 4). v(e, 5).\n"
BIRDS = "k(a). k(b). k(c). k(d). m(c). x(e).\n"


@pytest.mark.parametrize(
    "operators",
    [
        pytest.param("op(0, xfx, =<)", id="no-comparison"),
        pytest.param("op(1100, xfx, =<)", id="wide-comparison"),
        pytest.param("op(200, xfy, >)", id="narrow-comparison"),
        pytest.param("op(0, fy, \\+)", id="no-negation"),
        pytest.param("op(0, xfx, :-), op(0, fx, :-)", id="no-neck"),
        pytest.param("op(0, yfx, -), op(0, xfx, is)", id="no-minus"),
        pytest.param("op(0, yfx, /)", id="no-slash"),
        pytest.param("op(700, xfx, v), op(200, xfy, a)", id="predicates"),
        pytest.param("op(900, fy, not), op(200, fy, b)", id="prefix"),
    ],
)
def test_theories_are_read_beside_any_operators(operators: str, write: Write) -> None:
    background = f"{FACTS}:- {operators}.\n"
    theory = check(background, "t(b); t(d)", "t(a); t(c); t(e)", write)
    assert theory.count("v(X, A)") == 2
    birds = f"{BIRDS}:- {operators}.\n"
    assert "ab0" in check(birds, "t(a); t(b); t(d)", "t(c); t(e)", write)
    pairs = "t(a,b); t(b,a); t(c,-)", "t(a,a); t(b,b); t(c,b)"
    assert "member" in check(background, *pairs, write)


def test_a_prefix_operator_is_in_brackets(write: Write) -> None:
    theory = check(
        ":- op(200, fy, pre), op(1150, fx, 'Hi').\n",
        "t(pre,a); t(a,pre)",
        "t(b,b); t(pre,pre)",
        write,
    )
    assert clauses(theory) == ["t(X, Y) :- member(X-Y, [(pre)-a, a-(pre)])."]
    assert "% operators: pre\n" in theory


def test_a_target_without_arguments_is_in_brackets(write: Write) -> None:
    bk = write("bk.pl", ":- op(700, fx, hi).\np.\n")
    theory = write("theory.pl", learned(bk, write("pos.pl", "hi.\n")))
    assert "\n(hi).\n" in theory.read_text()
    assert swipl("hi", files=(bk, theory)) == []


PAIRS = "t(a,b); t(dynamic,is); t(-(1),table)", "t(a,a); t(b,a); t(-1,table)"


@pytest.mark.parametrize(
    "background",
    [
        pytest.param("member(x, y). p(a).\n", id="facts"),
        pytest.param("member(_, _) :- fail.\np(a).\n", id="rule"),
        pytest.param("member(X, Y) :- p(X), p(Y).\np(a).\n", id="other-meaning"),
    ],
)
def test_an_enumeration_is_not_the_member_of_the_background(
    background: str, write: Write
) -> None:
    modes = str(write("modes.pl", "modeh(1, t(+o, +o)). modeb(*, p(+o)).\n"))
    theory = check(background, *PAIRS, write, "--modes", modes)
    assert "lists:member(X-Y, [" in theory


def test_an_enumeration_is_not_the_member_that_is_learned(write: Write) -> None:
    theory = check(
        "p(a).\n", "member(a,b); member(c,d)", "member(a,d); member(c,b)", write
    )
    assert clauses(theory)[-1:] == ["member(X, Y) :- lists:member(X-Y, [a-b, c-d])."]


def test_an_enumeration_is_plain_where_nobody_defines_member(write: Write) -> None:
    theory = check("member(1).\np(a).\n", *PAIRS, write)
    assert "member(X-Y, [" in theory


def test_a_column_may_be_called_member(write: Write, tmp_path: Path) -> None:
    table = write("t.csv", "member,good,id\nyes,1,a\nyes,0,b\nno,1,c\nno,0,d\n")
    about = (table, "--class", "good", "--positive", "1", "--id", "id")
    theory = write("theory.pl", learned(*about, "--exact"))
    fold("convert", *about, "-o", tmp_path / "c")
    goal = "forall(good_1(X), writeln(X))"
    bk = tmp_path / "c" / "bk.pl"
    assert sorted(swipl(goal, files=(bk, theory))) == ["a", "c"]


@pytest.mark.parametrize(
    "declared", ["", ":- dynamic t/1.\n", ":- multifile t/1.\n", ":- table t/1.\n"]
)
@pytest.mark.parametrize(
    "options", [[], ["--noise"], ["--target", "t/1", "--noise", "--max-clauses", "0"]]
)
def test_what_the_background_says_of_the_target_is_forgotten(
    declared: str, options: list[str], write: Write
) -> None:
    bk = write("bk.pl", f"{declared}t(zz).\nt(a).\np(a). p(b). p(zz). q(zz).\n")
    files = [bk]
    if "--target" not in options:
        files += [write("pos.pl", "t(a).\nt(b).\n"), write("neg.pl", "t(zz).\n")]
    result = fold("learn", *files, *options)
    assert result.returncode == 0, result.stderr
    theory = write("theory.pl", result.stdout)
    told = "multifile" in declared or "(X)" not in result.stdout
    assert ("\n:- abolish(t/1).\n" in result.stdout) == told
    assert fold("show", theory).stdout == result.stdout
    command = ["swipl", "-g", "forall(t(X), (print(X), nl))", "-t", "halt"]
    ran = subprocess.run(
        [*command, bk, theory], capture_output=True, text=True, check=True
    )  # it may warn that a predicate is redefined
    found = ran.stdout.split()
    predicted = fold("predict", theory, bk).stdout
    assert sorted(found) == sorted(re.findall(r"t\((\w+)\)\ttrue", predicted))


def test_a_file_may_say_that_it_is_utf8(write: Write) -> None:
    files = [
        write("bk.pl", ":- encoding(utf8).\np('É'). p(b).\nq(c).\n"),
        write("pos.pl", ":- encoding(utf8).\nt('É').\nt(b).\n"),
        write("neg.pl", "t(c).\n"),
    ]
    theory = write("theory.pl", learned(*files))
    assert swipl("forall(t(X), writeln(X))", files=(files[0], theory)) == ["É", "b"]
    files[0].write_text(":- encoding(iso_latin_1).\np(a).\n", encoding="utf-8")
    assert "bk.pl:1: the directive" in fold("learn", *files).stderr


def test_a_first_line_that_swipl_skips(write: Write) -> None:
    line = "#!/usr/bin/env swipl -- p(c). (\n"
    bk = write("bk.pl", f"{line}p(a). p(b).\nq(c).\n")
    pos, neg = write("pos.pl", f"{line}t(a).\nt(b).\n"), write("neg.pl", "#\nt(c).\n")
    theory = write("theory.pl", f"#!/bin/x\n{learned(bk, pos, neg)}")
    said = fold("evaluate", theory, bk, pos, neg, "--format", "json").stdout
    assert '"accuracy": 1.0' in said
    assert swipl("forall(t(X), (print(X), nl))", files=(bk, theory)) == ["a", "b"]
    wrong = write("wrong.pl", f"{line}p(a).\np(b\n")
    assert "wrong.pl:3: " in fold("learn", wrong, pos, neg).stderr


NEGATIONS = {
    "bare": ("q(X) :- p(X), not r(X).\n", 2),
    "bracket_after_a_blank": ("q(X) :- p(X), not (r(X)).\n", 2),
    "second_rule": ("s(X) :- p(X), not(r(X)).\nq(X) :- p(X), not r(X).\n", 3),
    "inner": ("q(X) :- p(X), ( not r(X), true ; fail ).\n", 2),
    "brackets": ("q(X) :- p(X), not(r(X)).\n", 0),
    "double": ("q(X) :- p(X), \\+ not(not(r(X))).\n", 0),
    "declared": (":- op(900, fy, not).\nq(X) :- p(X), not r(X).\n", 0),
    "declared_in_a_list": (":- op(900, fy, [not]).\nq(X) :- p(X), not r(X).\n", 0),
    "comment": ("% not r(X)\nq(X) :- p(X), \\+ r(X). /* not r(X) */\n", 0),
    "text": ("q(X) :- p(X), not(r(X)), X \\== 'not p'.\n", 0),
}


@pytest.mark.parametrize(("rules", "line"), NEGATIONS.values(), ids=NEGATIONS)
def test_negations_that_swipl_cannot_read_are_told(
    rules: str, line: int, write: Write, tmp_path: Path
) -> None:
    bk = write("bk.pl", f"p(a). p(b). r(b).\n{rules}t(c, c).\n")
    write("pos.pl", "t(a).\n")
    write("neg.pl", "t(b).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "\nt(X) :- q(X).\n" in result.stdout or "\nt(X) :- s(X)." in result.stdout
    told = f"fold: bk.pl:{line}: swipl cannot read 'not' without brackets"
    assert (told in result.stderr) == bool(line)
    assert ("without brackets" in result.stderr) == bool(line)
    plain = subprocess.run(
        ["swipl", "-g", "q(a)", "-t", "halt", str(bk)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("Syntax error" in plain.stderr) == bool(line)
