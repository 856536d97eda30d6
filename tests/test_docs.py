"""README and docs/: their commands give what they show, and nothing is left out."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import (
    PATIENCE,
    ROOT,
    text_of,
    unmeasured,
    unmeasured_forks,
    write_files,
)

from fold_cli.cli import cli

if TYPE_CHECKING:
    import click

MAX_README_LINES = 250
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`([^`\n]+)`")
PLAIN_COMMAND = re.compile(r"""(?:[^\s'"|&;<>()$`*?\[#~!{\\]| |'[^'\n]*')+""")
"""What a shell would hand over as it stands."""

# Commands in blocks of the language sh, and what runs them.
RUN_ELSEWHERE = {
    "make demo": "test_make_demo below",
    "make test": "what runs this test",
    "pip install .": "test_wheel.py",
    "make bench": "by hand: it takes more than half an hour",
}
OPTIONS_OF_OTHERS = {
    "--data": "benchmarks/",
    "--help": "click",
    "--memory-limit": "dask worker",
    "--version": "fold itself",
}


@dataclass
class Step:
    """Commands of one block with the output that the page shows for them."""

    line: int
    exit_code: int
    commands: list[tuple[str, str]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def steps(page: str) -> list[Step]:
    """Return the console blocks of a page, each with the files shown since the last."""
    result: list[Step] = []
    files: dict[str, str] = {}
    for match in BLOCK.finditer(text_of(page)):
        language, info, text = match[1], match[2] or "", match[3]
        if "." in info:
            files[info] = text
        elif language == "console":
            line = text_of(page).count("\n", 0, match.start()) + 1
            code = int(info.removeprefix("exit=") or 0)
            parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
            commands = list(zip(parts[1::2], parts[2::2], strict=True))
            result.append(Step(line, code, commands, files))
            files = {}
    return result


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d\d s$", "0.00 s", text, flags=re.MULTILINE)


def run(command: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does, without one where it has nothing to do."""
    words = shlex.split(command)
    if words[0] == "fold" and PLAIN_COMMAND.fullmatch(command):
        return unmeasured_forks().run(words[1:], directory, together=True)
    programs = Path(sys.executable).parent
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=directory,
        env={**unmeasured(), "PATH": path},  # what it runs is measured elsewhere
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("page", [page for page in PAGES if steps(page)])
def test_commands_give_what_is_shown(page: str, tmp_path: Path) -> None:
    """Run the blocks of a page in an empty directory, in order, as a reader would."""
    for step in steps(page):
        write_files(tmp_path, step.files)
        for number, (command, expected) in enumerate(step.commands, 1):
            result = run(command, tmp_path)
            where = f"{page}:{step.line}: {command}\n{result.stdout}"
            last = number == len(step.commands)
            assert result.returncode == (step.exit_code if last else 0), where
            parts = re.split(r"^\.\.\.\n", without_times(expected), flags=re.MULTILINE)
            pattern = "(?:.*\n)*".join(map(re.escape, parts))
            assert re.fullmatch(pattern, without_times(result.stdout)), where


def test_the_readme_is_short_and_begins_with_the_birds() -> None:
    assert text_of("README.md").count("\n") <= MAX_README_LINES
    first = steps("README.md")[0]
    assert set(first.files) == {"bk.pl", "pos.pl"}
    assert first.commands[0][0] == "fold learn bk.pl pos.pl"


@pytest.mark.parametrize("page", PAGES)
def test_all_other_commands_are_run_somewhere(page: str) -> None:
    shell = [match[3] for match in BLOCK.finditer(text_of(page)) if match[1] == "sh"]
    lines = [line.partition("#")[0].strip() for line in "".join(shell).splitlines()]
    assert set(filter(None, lines)) <= set(RUN_ELSEWHERE)


def test_make_demo() -> None:
    result = run("make demo", ROOT)
    assert result.returncode == 0, result.stdout
    assert "fly(X) :- bird(X), \\+ ab0(X)." in result.stdout
    assert "penguin(polly)." in result.stdout
    assert "covers 2 of 2 positive" in result.stdout


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_make_knows_what_is_documented(page: str) -> None:
    makefile = text_of("Makefile")
    code = [match[3] for match in BLOCK.finditer(text_of(page))]
    code += INLINE_CODE.findall(text_of(page))
    for target in re.findall(r"^ *make ([\w-]+)", "\n".join(code), re.MULTILINE):
        assert re.search(rf"^[\w -]*\b{target}\b[\w -]*:", makefile, re.MULTILINE), (
            target
        )


def options(command: click.Command) -> set[str]:
    return {
        option
        for parameter in command.params
        if parameter.param_type_name == "option"
        for option in (*parameter.opts, *parameter.secondary_opts)
    }


def sections(page: str) -> dict[str, str]:
    """Return the text of each section of a page, by its heading."""
    parts = re.split(r"^## (.*)\n", text_of(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def slug(heading: str) -> str:
    return heading.lower().replace(" ", "-")


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_command_and_option_is_documented(name: str) -> None:
    assert f"`fold {name}" in text_of("README.md")
    parts = sections("docs/commands.md")
    anchors = re.findall(r"\(#([\w-]+)\)", parts[f"fold {name}"])
    shared = [part for heading, part in parts.items() if slug(heading) in anchors]
    code = " ".join(INLINE_CODE.findall(" ".join([parts[f"fold {name}"], *shared])))
    for option in options(cli.commands[name]):
        assert re.search(rf"(?<![\w-]){option}(?![\w-])", code), f"{option} of {name}"


@pytest.mark.parametrize("page", PAGES)
def test_every_option_that_is_mentioned_exists(page: str) -> None:
    known = set(OPTIONS_OF_OTHERS).union(*map(options, cli.commands.values()))
    code = " ".join(INLINE_CODE.findall(text_of(page)))
    assert set(re.findall(r"(?<![\w-])--[a-z-]+", code)) <= known


def test_contributing_names_files_and_rooms_that_exist() -> None:
    text = text_of("CONTRIBUTING.md")
    names = [name for name in INLINE_CODE.findall(text) if "/" in name]
    paths = [name for name in names if re.fullmatch(r"\w[\w./-]*(/|\.\w+)", name)]
    assert len(paths) > 15
    for path in paths:
        assert (ROOT / path).exists() or (ROOT / "fold_cli" / path).exists(), path
    for room in (ROOT / "fold_cli").glob("*/__init__.py"):
        assert f"| `{room.parent.name}/` |" in text


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a directory with all that the site is built from."""
    for name in (".mkdocs", "docs", "benchmarks"):
        ignored = shutil.ignore_patterns("results")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for path in (*ROOT.glob("*.md"), ROOT / "LICENSE"):
        shutil.copy(path, tmp_path)
    return tmp_path


def build(root: Path) -> subprocess.CompletedProcess[str]:
    return run("mkdocs build --strict -f .mkdocs/config.yml", root)


def test_the_site_is_built_with_all_pages(copy: Path) -> None:
    result = build(copy)
    assert result.returncode == 0, result.stdout
    site = copy / "build" / "site"
    assert (site / "index.html").exists()
    for page in PAGES[1:]:
        html = (site / page).with_suffix(".html").read_text(encoding="utf-8")
        assert "```" not in html, f"{page} has a block that MkDocs does not understand"


def test_dead_links_fail(copy: Path) -> None:
    links = [
        ("README.md", "docs/nowhere.md"),
        ("README.md", "docs/tables.md#nowhere"),
        ("docs/tables.md", "../README.md#nowhere"),
        ("docs/tables.md", "#nowhere"),
        ("CONTRIBUTING.md", "fold_cli/nowhere.py"),
    ]
    for page, link in links:
        with (copy / page).open("a", encoding="utf-8") as file:
            file.write(f"\n[a link]({link})\n")
    result = build(copy)
    assert result.returncode == 1
    for page, link in links:
        assert f"Doc file '{page}' contains a link '{link}'" in result.stdout
