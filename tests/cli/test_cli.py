"""The command as a user runs it."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, PROBLEMS, ROOT, clauses, fold, learned, swipl

from fold_cli import __version__
from fold_cli.cli import cli
from fold_cli.engine.startup import check_open_files
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from support import Write


# What it says


def test_learn_says_what_it_did_on_stderr() -> None:
    result = fold("learn", *BIRDS)
    assert result.returncode == 0
    assert clauses(result.stdout) == [
        "fly(X) :- bird(X), \\+ ab0(X).",
        "ab0(X) :- penguin(X).",
    ]
    closed, summary = result.stderr.splitlines()
    assert closed.endswith("has 2 of them, all about objects that no example names")
    assert re.fullmatch(
        r"fly/1: 2 clauses, 3 literals; covers 2 of 2 positive, 0 of 2 negative; "
        r"\d+\.\d\d s",
        summary,
    )


def test_quiet_prints_nothing(tmp_path: Path) -> None:
    result = fold("learn", *BIRDS, "-q", "-o", tmp_path / "theory.pl")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_examples_without_a_rule_are_reported() -> None:
    result = fold("learn", *BIRDS, "--max-clauses", "0")
    assert result.returncode == 0
    assert "no rule was found for 2 of 2 positive examples" in result.stderr
    assert clauses(result.stdout) == ["fly(X) :- member(X, [tweety, et])."]


def test_a_background_without_usable_literals_is_reported(write: Write) -> None:
    result = fold(
        "learn",
        write("bk.pl", "price(1).\n"),
        write("pos.pl", "fly(a).\n"),
        write("neg.pl", "fly(b).\n"),
    )
    assert result.returncode == 0
    assert "no background predicate describes the examples" in result.stderr
    assert clauses(result.stdout) == ["fly(X) :- member(X, [a])."]


def test_more_background_and_modes(write: Write) -> None:
    text = learned(
        write("one.pl", "bird(X) :- penguin(X).\nbird(a).\nbird(b).\n"),
        write("pos.pl", "fly(a).\nfly(b).\n"),
        "-b",
        write("two.pl", "penguin(c).\n"),
        "--background",
        write("three.pl", "cat(d).\n"),
        "--modes",
        write("modes.pl", ":- modeh(1, fly(+a)).\n:- modeb(*, bird(+a)).\n"),
    )
    assert clauses(text) == ["fly(X) :- member(X, [a, b])."]


def test_modes_prints_declarations_that_learn_the_same(tmp_path: Path) -> None:
    bk, pos = BIRDS
    result = fold("modes", bk, pos)
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == ":- modeh(1, fly(+object))."
    (tmp_path / "modes.pl").write_text(result.stdout)
    assert learned(bk, pos, "--modes", tmp_path / "modes.pl") == learned(bk, pos)


def test_limits_are_options_and_in_the_header() -> None:
    limits = ["--max-literals", "1", "--max-clauses", "2"]
    text = learned(
        PROBLEMS / "nested_exceptions", *limits, "--max-exception-depth", "1"
    )
    assert (
        "% options: --algorithm fold --max-literals 1 --max-clauses 2 "
        "--max-exception-depth 1\n"
    ) in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--noise", "--exact"], "--noise and --exact do not go together"),
        (["--exact", "-q", "--noise"], "--noise and --exact do not go together"),
        (["--beam=2", "--beam", "4"], "--beam is given more than once"),
        (["-o", "a.pl", "--output", "b.pl"], "--output is given more than once"),
        (["--exact", "-q", "--exact", "-q"], ""),
    ],
)
def test_options_that_say_two_things(options: list[str], message: str) -> None:
    result = fold("learn", *BIRDS, *options)
    assert result.returncode == (2 if message else 0)
    assert message in result.stderr


def test_targets_of_two_arguments(write: Write, tmp_path: Path) -> None:
    bk = write("bk.pl", "parent(a, b).\nparent(b, c).\nfemale(a).\nfemale(c).\n")
    pos = write("pos.pl", "mother(a, b).\n")
    text = learned(bk, pos)
    answers = swipl(
        "[user]",
        "forall((member(X, [a, b, c]), member(Y, [a, b, c]), once(mother(X, Y))), "
        "(print(X-Y), nl))",
        files=(bk,),
        stdin=text,
    )
    assert answers == ["a-b"]


def test_a_propositional_target(write: Write) -> None:
    text = learned(write("bk.pl", "wet.\n"), write("pos.pl", "rain.\n"))
    assert clauses(text) == ["rain."]


def test_exceptions_avoid_the_users_names(write: Write) -> None:
    bk = "ab0(a).\nbird(X) :- penguin(X).\nbird(a).\nbird(b).\npenguin(p).\ncat(c).\n"
    text = learned(write("bk.pl", bk), write("pos.pl", "fly(a).\nfly(b).\n"))
    assert clauses(text) == [
        "fly(X) :- bird(X), \\+ ab1(X).",
        "ab1(X) :- penguin(X).",
    ]


# Things that must work

ODD = [
    "'it''s'",
    "'with space'",
    "'tab\\there'",
    "'new\\nline'",
    "'back\\\\slash'",
    "'Capital'",
    "'say \"hi\"'",
    "ünïcödé",
    "'日本 語'",
    "'emoji 😀'",
    "[]",
    "[a, 'B']",
    "f(x, 'Y')",
    "- 1",
    "-1",
    "1.5",
    "1.0e10",
    "123456789012345678901234567890",
    '"a string"',
    "(a :- b)",
    "{curly}",
    "'$dollar'",
    "a-b",
    "'%'",
    "'/*'",
    "'.'",
    "\\+",
]


@pytest.mark.parametrize("other", [False, True], ids=["enumerated", "described"])
def test_odd_constants(other: bool, write: Write, tmp_path: Path) -> None:
    facts = [f"thing({odd}).\n" for odd in ODD]
    if other:
        facts += [f"kind(a, {odd}).\n" for odd in ODD]
        pos, neg = "fly(a).\n", "fly(b).\n"
    else:
        pos = "".join(f"fly({odd}).\n" for odd in ODD)
        neg = "fly(zzz).\nfly(b).\n"
        facts.append("thing(zzz).\n")
    bk = write("bk.pl", "".join(facts))
    path = tmp_path / "theory.pl"
    learned(bk, write("pos.pl", pos), write("neg.pl", neg), "-o", path)
    assert fold("show", path).stdout == path.read_text(encoding="utf-8")
    ask = (
        f"forall(member(X, [{', '.join(ODD)}, zzz, a, b]), "
        "( fly(X) -> write(y) ; write(n) )), nl"
    )
    (answers,) = swipl(ask, files=(bk, path))
    assert answers == ("n" * len(ODD) + "nyn" if other else "y" * len(ODD) + "nnn")


@pytest.mark.parametrize(
    "name",
    ['it\'s a "name" with $HOME', "ünï 日本", "line\nbreak\ttab", "-b"],
    ids=["quotes", "unicode", "control", "option"],
)
def test_odd_file_names(name: str, tmp_path: Path) -> None:
    directory = tmp_path / name
    directory.mkdir()
    bk, pos = directory / f"{name}.pl", directory / f"{name} pos.pl"
    bk.write_text("bird(a).\ncat(b).\n")
    pos.write_text("fly(a).\n")
    out = directory / f"{name} out.pl"
    learned("-o", f"./{out.name}", f"./{bk.name}", f"./{pos.name}", cwd=directory)
    assert clauses(out.read_text()) == ["fly(X) :- bird(X)."]
    assert fold("show", f"./{out.name}", cwd=directory).stdout == out.read_text()
    bk.write_text("bird(a.\n")
    result = fold("learn", bk, pos)
    assert result.returncode == 1
    assert "syntax error" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"bird(a).\r\nbird(b).\r\ncat(c).\r\n", id="crlf"),
        pytest.param(b"\xef\xbb\xbfbird(a).\nbird(b).\ncat(c).\n", id="bom"),
        pytest.param(b"bird(a).\nbird(b).\ncat(c).", id="no-last-newline"),
        pytest.param(b"/* c */ bird(a). % d\nbird(b).\n\n\ncat(c).\n", id="comments"),
        pytest.param(
            b":- dynamic dog/1.\n:- discontiguous bird/1.\n"
            b"bird(a).\ncat(c).\nbird(b).\nbig(X) :- bird(X), not dog(X).\n",
            id="directives",
        ),
    ],
)
def test_line_ends_comments_and_directives(text: bytes, write: Write) -> None:
    bk = write("bk.pl", text)  # type: ignore[arg-type]
    pos = write("pos.pl", b"fly(a).\r\nfly(b).\r\n")  # type: ignore[arg-type]
    assert clauses(learned(bk, pos)) == ["fly(X) :- bird(X)."]


@pytest.mark.parametrize(
    "env",
    [
        pytest.param({"LC_ALL": "C"}, id="C"),
        pytest.param({"LC_ALL": "C.UTF-8"}, id="C.UTF-8"),
        pytest.param({"PYTHONIOENCODING": "latin-1"}, id="latin-1"),
    ],
)
def test_any_locale(env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "日本.pl").write_text(
        "kind(a, '日本').\nkind(b, c).\n", encoding="utf-8"
    )
    (tmp_path / "pos.pl").write_text("fly(a).\n")
    result = fold("learn", "-q", "日本.pl", "pos.pl", cwd=tmp_path, env=env)
    assert (result.returncode, result.stderr) == (0, "")
    assert clauses(result.stdout) == ["fly(X) :- kind(X, 日本)."]


def test_the_users_own_init_file_is_not_loaded(tmp_path: Path) -> None:
    config = tmp_path / ".config"
    (config / "swi-prolog").mkdir(parents=True)
    (config / "swi-prolog" / "init.pl").write_text(":- halt(7).\n")
    for env in ({"XDG_CONFIG_HOME": str(config)}, {"HOME": str(tmp_path)}):
        result = fold("learn", *BIRDS, "-q", env=env)
        assert result.returncode == 0
        assert "bird(X)" in result.stdout


# Help, versions, the other fold


def test_version_and_second_name() -> None:
    for name in ("fold", "fold-cli"):
        command = Path(sys.executable).parent / name
        result = subprocess.run(
            [command, "--version"], capture_output=True, text=True, check=True
        )
        assert result.stdout.strip().endswith(__version__)


def test_stored_help_is_up_to_date() -> None:
    stored = (ROOT / "fold_cli" / "help.txt").read_text(encoding="utf-8")
    assert fold("--help", env={"COLUMNS": "80"}).stdout == stored, (
        "renew it: COLUMNS=80 fold --help > help.txt; mv help.txt fold_cli"
    )
    assert fold("-h").stdout == stored
    for columns in ("80", "60"):  # stored, or made by click
        result = fold(env={"COLUMNS": columns})
        assert result.returncode == 0
        assert result.stdout == fold("--help", env={"COLUMNS": columns}).stdout


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_help_has_an_example(command: str) -> None:
    result = fold(command, "--help")
    assert result.returncode == 0
    assert f"fold {command}" in result.stdout.partition("Example:")[2]


def test_few_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (9, 9))
    with pytest.raises(EngineError, match="only 9 files may be open"):
        check_open_files()


def test_no_variable_asks_for_completion() -> None:
    asked = {"_FOLD_COMPLETE": "bash_complete", "COMP_WORDS": "x", "COMP_CWORD": "x"}
    assert fold("show", "--help", env=asked).stdout.startswith("Usage: fold show")


def test_doctor() -> None:
    result = fold("doctor")
    assert result.returncode == 0
    for word in ("Python", "pyswip", "SWI-Prolog", "swipl", "embedding works"):
        assert word in result.stdout


def test_doctor_where_embedding_fails(tmp_path: Path) -> None:
    (tmp_path / "pyswip").mkdir()
    (tmp_path / "pyswip" / "__init__.py").write_text("raise OSError('no libswipl')\n")
    result = fold("doctor", env={"PYTHONPATH": str(tmp_path)})
    assert result.returncode == 1
    assert "SWI-Prolog cannot be started (" in result.stderr
    assert "apt install" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("home", [".", "/nonexistent"])
def test_a_home_of_prolog_that_is_none(home: str) -> None:
    """Prolog itself would end the process, in one case with exit code 0."""
    result = fold("learn", *BIRDS, env={"SWI_HOME_DIR": home})
    assert (result.returncode, result.stdout) == (1, "")
    assert "SWI-Prolog cannot be started (no boot.prc in its home" in result.stderr


@pytest.mark.parametrize(
    "args",
    [["-w", "80", "x"], ["-s"], ["-w80"], ["-80"], ["--width=80"], ["README.md"]],
    ids=lambda args: " ".join(args),
)
def test_called_as_coreutils_fold(args: list[str]) -> None:
    result = fold(*args, cwd=ROOT)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert "not the fold of coreutils" in line


@pytest.mark.parametrize(
    "args",
    [
        ["learn"],
        ["nonsense"],
        ["learn", *BIRDS, "--format", "xml"],
        ["learn", *BIRDS, "--max-literals", "0"],
        ["learn", *BIRDS, "--nonsense"],
        ["learn", *BIRDS, "c", "d"],
        ["convert", *BIRDS, "-o", "birds.pl"],
    ],
    ids=["nothing", "command", "format", "limit", "option", "too-many", "no-dir"],
)
def test_wrong_usage(args: list[str]) -> None:
    result = fold(*args)
    assert result.returncode == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_an_option_of_another_command() -> None:
    error = "No such option '--folds' of fold learn; fold cv has it."
    assert error in fold("learn", *BIRDS, "--folds", "3").stderr


def test_the_json_format_is_valid_json() -> None:
    data = json.loads(learned(*BIRDS, "--format", "json"))
    assert [clause["prolog"] for clause in data["clauses"]] == [
        "fly(X) :- bird(X), \\+ ab0(X).",
        "ab0(X) :- penguin(X).",
    ]


@pytest.mark.parametrize(
    "args",
    [
        ["learn", *BIRDS, "--target", "\udcff/1"],
        ["learn", "\udcff.pl", BIRDS[1]],
        ["explain", "theory.pl", BIRDS[0], "fly('\udcff')"],
    ],
    ids=["target", "file", "goal"],
)
def test_arguments_that_are_not_utf8(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "theory.pl").write_text("fly(X) :- bird(X).\n")
    result = fold(*args, cwd=tmp_path)
    assert result.returncode == 1
    assert "UTF-8" in result.stderr
    assert result.stderr.count("\n") == 1
