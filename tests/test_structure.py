"""How the parts fit together: imports, Prolog modules, what may not be in a file."""

from __future__ import annotations

import ast
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "fold_cli"
PROLOG = sorted((ROOT / "prolog").glob("*.pl"))

# Each module imports only what stands before it. A new one goes after all that it
# needs, and before all that needs it.
LAYERS = [
    "errors terms bits packed quoting",
    "sentences problem messages sources output stop engine",
    "line candidates gain thresholds ranking few seen learner noise",
    "theory recursion writer",
    "declarations infer",
    "formats formats.clingo formats.datalog formats.modes formats.settings",
    "formats.intake formats.aleph formats.ilasp formats.own formats.popper",
    "formats.dialect language loader reader",
    "refine keys relations joins collector coverage",
    "tables tables.cells tables.names tables.numbers tables.columns tables.arff",
    "tables.raw tables.apply tables.coverage tables.table tables.read tables.facts",
    "judgement program evaluate explain predict convert checkpoint api",
    "crossval",
    "console",
    "cli.common cli.doctor cli.learn cli.explain cli.show cli.predict cli.evaluate",
    "cli.convert cli.cv cli",
    "__main__",
]
ORDER = [name for layer in LAYERS for name in layer.split()]

# Who may know what is not ours; everything else is plain Python and NumPy.
OWNERS = {"pyswip": {"engine"}, "click": {"cli"}, "rich": {"console"}}


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


@pytest.mark.parametrize("name", sorted(filter(None, MODULES)))
def test_imports_go_one_way(name: str) -> None:
    assert name in ORDER, f"put {name} into LAYERS, after all that it imports"
    for imported, for_types in imports(MODULES[name]):
        inner = imported.removeprefix("fold_cli.")
        if not imported.startswith("fold_cli.") or for_types:
            continue
        assert ORDER.index(inner) < ORDER.index(name), f"{name} imports {inner}"


@pytest.mark.parametrize("library", OWNERS)
def test_one_place_for_each_library(library: str) -> None:
    users = {
        name.split(".")[0]
        for name, path in MODULES.items()
        for imported, _ in imports(path)
        if imported.split(".")[0] == library
    }
    assert users == OWNERS[library]


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
