"""The README: its commands give what it shows, and it leaves nothing out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import PATIENCE, ROOT

from fold_cli.cli import cli

if TYPE_CHECKING:
    import click

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands that set things up, and what runs them.
ELSEWHERE = {
    "make demo": "test_make_demo below",
    "make bench": "by hand: it takes more than half an hour",
    "make install": "what make test itself begins with",
    "make test": "what runs this test",
    "make format": "test_make_knows below",
    "make fuzz": "test_make_knows below",
    "make soak": "test_make_knows below",
    "pip install .": "test_wheel.py",
}


@dataclass
class Step:
    """Commands of one block with the output that the README shows for them."""

    line: int
    exit_code: int
    commands: list[tuple[str, str]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def steps() -> list[Step]:
    result: list[Step] = []
    files: dict[str, str] = {}
    for match in BLOCK.finditer(README):
        language, info, text = match[1], match[2] or "", match[3]
        if "." in info:
            files = {**files, info: text}
        elif language == "console":
            line = README.count("\n", 0, match.start()) + 1
            code = int(info.removeprefix("exit=") or 0)
            parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
            commands = list(zip(parts[1::2], parts[2::2], strict=True))
            result.append(Step(line, code, commands, files))
    return result


def normal(text: str) -> str:
    return re.sub(r"\d+\.\d\d s$", "0.00 s", text, flags=re.MULTILINE)


def run(command: str, directory: Path) -> subprocess.CompletedProcess[str]:
    programs = Path(sys.executable).parent
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=directory,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def test_commands_give_what_is_shown(tmp_path: Path) -> None:
    """Run all blocks in one directory, in order, as one reader would."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for step in steps():
        for name, text in step.files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        for command, expected in step.commands:
            result = run(command, tmp_path)
            where = f"README.md:{step.line}: {command}\n{result.stdout}"
            last = command == step.commands[-1][0]
            assert result.returncode == (step.exit_code if last else 0), where
            parts = re.split(r"^\.\.\.\n", normal(expected), flags=re.MULTILINE)
            pattern = "(?:.*\n)*".join(map(re.escape, parts))
            assert re.fullmatch(pattern, normal(result.stdout)), where


def test_the_readme_begins_with_the_birds() -> None:
    first = steps()[0]
    assert set(first.files) == {"bk.pl", "pos.pl"}
    assert first.commands[0][0] == "fold learn bk.pl pos.pl"


def test_all_other_commands_are_run_somewhere() -> None:
    shell = [match[3] for match in BLOCK.finditer(README) if match[1] == "sh"]
    commands = {
        line.partition("#")[0].strip()
        for block in shell
        for line in block.splitlines()
        if line.strip()
    }
    assert commands <= set(ELSEWHERE)


def test_make_demo() -> None:
    result = run("make demo", ROOT)
    assert result.returncode == 0, result.stdout
    assert "fly(X) :- bird(X), \\+ ab0(X)." in result.stdout
    assert "penguin(polly)." in result.stdout
    assert "covers 2 of 2 positive" in result.stdout


def test_make_knows_what_is_documented() -> None:
    targets = re.findall(r"\bmake (\w+)", README)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in targets:
        assert re.search(rf"^[\w -]*\b{target}\b[\w -]*:", makefile, re.MULTILINE)


def options(command: click.Command) -> list[str]:
    return [
        max(parameter.opts, key=len)
        for parameter in command.params
        if parameter.param_type_name == "option"
    ]


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_command_and_option_is_documented(name: str) -> None:
    assert f"`fold {name}" in README or f"$ fold {name}" in README
    for option in options(cli.commands[name]):
        assert re.search(rf"{option}\b", README), f"{option} of fold {name}"


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([\w./-]+)\)", README):
        assert (ROOT / target).exists(), target
