"""How the parts fit together: imports, Prolog modules, what may not be in a file."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support import PATIENCE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "fold_cli"
TESTS = ROOT / "tests"
PROLOG = sorted((ROOT / "prolog").rglob("*.pl"))
MAX_PRODUCT_LINES = 300
MAX_TEST_LINES = 400
MAX_ROOM_MODULES = 30
"""Modules side by side in a room or a part of it."""
MAX_TOP_MODULES = 3
"""Modules at the top of the package beside __init__, __main__ and errors."""

# The rooms in the order in which data passes through them. A module imports only from
# its own room and from those before it.
ROOMS = ["errors bits output", "theory", "engine", "files", "coverage"]
ROOMS += ["search", "stable", "use", "sklearn", "dask", "api", "cli", "__main__"]
ORDER = {name: place for place, names in enumerate(ROOMS) for name in names.split()}

# Who may know what is not ours; everything else is plain Python and NumPy.
OWNERS = {"pyswip": {"engine.prolog"}, "click": {"cli"}, "rich": {"cli.console"}}
OWNERS |= {"sklearn": {"sklearn"}, "clingo": {"stable"}, "distributed": {"dask"}}


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


@cache
def imports(path: Path) -> list[tuple[str, bool]]:
    """Return what a file imports, and whether it does so for types alone."""
    return list(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
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
    assert asking == {"use.problems.problem_factory"}


def test_no_cycles() -> None:
    waiting = {name: ours(name) for name in MODULES if name}
    while ready := [name for name, needs in waiting.items() if not needs & {*waiting}]:
        for name in ready:
            del waiting[name]
    assert waiting == {}


@pytest.mark.parametrize("room", sorted(set(ORDER) - {*ROOMS[0].split()}))
def test_every_room_says_what_it_is_for(room: str) -> None:
    path = PACKAGE / room
    if path.is_dir():
        docstring = ast.get_docstring(ast.parse((path / "__init__.py").read_text()))
        assert docstring


def test_no_room_is_crowded() -> None:
    counts = Counter(path.parent for path in [*MODULES.values(), *PROLOG])
    crowded = [str(room) for room, many in counts.items() if many > MAX_ROOM_MODULES]
    assert crowded == []


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


# Rooms and sizes


def test_the_top_of_the_package_is_small() -> None:
    top = {path.stem for path in PACKAGE.glob("*.py")}
    assert top >= {"__init__", "__main__", "errors"}
    assert len(top - {"__init__", "__main__", "errors"}) <= MAX_TOP_MODULES


def test_tests_mirror_the_rooms() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    folders = {path.relative_to(TESTS).parent for path in TESTS.rglob("test_*.py")}
    assert {str(folder) for folder in folders} == {".", *rooms}


@pytest.mark.parametrize(
    ("files", "limit"),
    [
        ([*MODULES.values(), *PROLOG], MAX_PRODUCT_LINES),
        ([*TESTS.rglob("*.py"), *TESTS.rglob("*.plt")], MAX_TEST_LINES),
    ],
    ids=["product", "tests"],
)
def test_no_file_is_long(files: list[Path], limit: int) -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in files}
    long = {path.name: count for path, count in lines.items() if count > limit}
    assert lines
    assert long == {}


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
        timeout=PATIENCE,
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


def pinned() -> dict[str, str]:
    """Return the versions that the lock names for this Python."""
    lines = (TESTS / "constraints.txt").read_text().splitlines()
    found = [Requirement(line) for line in lines if not line.startswith("#")]
    assert all(str(each.specifier).startswith("==") for each in found)
    here = [each for each in found if not each.marker or each.marker.evaluate()]
    return {canonicalize_name(each.name): str(each.specifier)[2:] for each in here}


BROWSER = {"playwright", "greenlet"}
"""What make install-browser adds, for tests that skip without it."""


def test_slow_tests_are_tests(unknown_slow_tests: list[str]) -> None:
    assert unknown_slow_tests == []


def test_the_lock_names_all_that_the_tests_need() -> None:
    lock, seen, waiting = pinned(), set(), [("fold-cli", "test")]
    while waiting:
        name, extra = waiting.pop()
        for text in metadata.requires(name) or []:
            needed = Requirement(text)
            wanted = canonicalize_name(needed.name)
            if needed.marker and not needed.marker.evaluate({"extra": extra}):
                continue
            assert wanted in lock, f"{wanted}, which {name} needs"
            assert metadata.version(wanted) == lock[wanted], "run make install"
            more = [(wanted, each) for each in ("", *needed.extras)]
            waiting += [each for each in more if each not in seen]
            seen.update(more)
    assert {name for name, _ in seen} == {*lock} - BROWSER, "run make install"
