"""How the parts fit together: imports, Prolog modules, what may not be in a file."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "fold_cli"
PROLOG = sorted((ROOT / "prolog").glob("*.pl"))

# The rooms in the order in which data passes through them. A module imports only from
# its own room and from those before it.
ROOMS = ["errors bits output", "theory", "engine", "files", "coverage", "search", "use"]
ROOMS += ["api", "cli", "__main__"]
ORDER = {name: place for place, names in enumerate(ROOMS) for name in names.split()}

# Who may know what is not ours; everything else is plain Python and NumPy.
OWNERS = {"pyswip": {"engine.prolog"}, "click": {"cli"}, "rich": {"cli.console"}}


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield what a file imports, and whether it does so for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in for_types) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                inside = full.removeprefix("fold_cli.") in MODULES
                yield full if inside else node.module, node in for_types


def ours(name: str) -> set[str]:
    """Return the modules of ours that a module needs when it runs."""
    found = {
        imported.removeprefix("fold_cli.")
        for imported, for_types in imports(MODULES[name])
        if imported.startswith("fold_cli.") and not for_types
    }
    return found - {name}


@pytest.mark.parametrize("name", sorted(filter(None, MODULES)))
def test_imports_go_one_way(name: str) -> None:
    place = ORDER[name.split(".")[0]]
    later = [other for other in ours(name) if ORDER[other.split(".")[0]] > place]
    assert later == []


@pytest.mark.parametrize("name", [n for n in sorted(MODULES) if n.startswith("cli")])
def test_the_command_line_knows_the_front_door_alone(name: str) -> None:
    imported = {other.split(".")[0] for other, _ in imports(MODULES[name])}
    inside = {
        other.removeprefix("fold_cli.").split(".")[0]
        for other, _ in imports(MODULES[name])
        if other.startswith("fold_cli.")
    }
    assert inside <= {"api", "errors", "cli"}
    assert imported <= {"fold_cli", "click", "rich", *sys.stdlib_module_names}


def test_one_place_asks_what_kind_of_sources_there_are() -> None:
    asking = {
        name
        for name, path in MODULES.items()
        if re.search(r"isinstance\(\w+, \(?(TableSource|Sources|Table|Problem)\b",
                     path.read_text("utf-8"))
    }  # fmt: skip
    assert asking == {"use.opening"}


def test_no_cycles() -> None:
    waiting = {name: ours(name) for name in MODULES if name}
    while ready := [name for name, needs in waiting.items() if not needs & {*waiting}]:
        for name in ready:
            del waiting[name]
    assert waiting == {}


@pytest.mark.parametrize("room", sorted(set(ORDER) - {"errors", "bits", "output"}))
def test_every_room_says_what_it_is_for(room: str) -> None:
    path = PACKAGE / room
    if path.is_dir():
        docstring = ast.get_docstring(ast.parse((path / "__init__.py").read_text()))
        assert docstring


@pytest.mark.parametrize("library", OWNERS)
def test_one_place_for_each_library(library: str) -> None:
    users = {
        name
        for name, path in MODULES.items()
        for imported, _ in imports(path)
        if imported.split(".")[0] == library
    }
    (owner,) = OWNERS[library]
    assert users
    assert all(f"{user}.".startswith(f"{owner}.") for user in users)


# Prolog


def exports(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    header = re.match(r":- module\(\w+,\s*\[(.*?)\]\)\.", text, re.DOTALL)
    assert header, f"{path.name} is no module"
    without_comments = re.sub(r"%.*", "", header[1])
    return re.findall(r"(\w+)/+\d+", without_comments)


@pytest.mark.parametrize("path", PROLOG, ids=lambda path: path.stem)
def test_every_export_has_a_pldoc_header(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    documented = set(re.findall(r"^%!\s+(?:\w+:)?(\w+)", text, re.MULTILINE))
    named = set(re.findall(r"^%\s+(\w+)\(.*\) is ", text, re.MULTILINE))
    missing = [name for name in exports(path) if name not in documented | named]
    dynamic = re.findall(r"^:- dynamic(.*?)\.$", text, re.MULTILINE | re.DOTALL)
    declared = re.findall(r"(\w+)/\d", " ".join(dynamic))
    assert [name for name in missing if name not in declared] == []
    assert "/** <module>" in text


@pytest.mark.parametrize("path", PROLOG, ids=lambda path: path.stem)
def test_nothing_is_added_to_user(path: Path) -> None:
    assert not re.search(r"^user:\w", path.read_text("utf-8"), re.MULTILINE)


def test_swipl_check_finds_nothing() -> None:
    result = subprocess.run(
        ["swipl", "-q", "-g", "check", "-t", "halt", *map(str, PROLOG)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


# What is in the repository


def tracked() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.stdout.split("\0") if name]


def test_no_file_names_this_machine() -> None:
    home = str(ROOT.parent)
    words = re.compile(rf"{re.escape(home)}/|/home/\w|/Users/\w|pypi\.org")
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        if path.is_file() and path.name != "test_structure.py"
        for match in words.finditer(path.read_text("utf-8", "replace"))
    ]
    assert found == []
