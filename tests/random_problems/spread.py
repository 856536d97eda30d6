"""Backgrounds of several files: named beside each other, consulted, or modules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from random_problems.world import indicator

if TYPE_CHECKING:
    from random_problems.world import Predicate, World

CONSULTING = [
    ":- [{}].",
    ":- consult('{}.pl').",
    ":- ensure_loaded({}).",
    ":- load_files([{}], []).",
    ":- load_files('{}.pl', [if(not_loaded), silent(true)]).",
]


def spread(world: World, files: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """Move predicates of the background to other files; return options naming them."""
    if "more.pl" in files or any(":- module(" in line for line in files["bk.pl"]):
        return []
    ways = [_named, _consulted, _module, _multifile]
    way = world.random.choice(ways)
    options = way(world, files, "more")
    if options is not None and world.random.random() < 0.3:
        again = world.random.choice(ways)
        options += again(world, files, "rest") or []
    return options or []


def _named(
    world: World, files: dict[str, list[str]], name: str
) -> list[tuple[str, ...]] | None:
    if not _moved(world, files, name):
        return None
    files["bk.pl"] = files["bk.pl"] or ["away(away)."]
    twice = world.random.random() < 0.1
    return [("-b", f"{name}.pl")] * (2 if twice else 1)


def _consulted(
    world: World, files: dict[str, list[str]], name: str
) -> list[tuple[str, ...]] | None:
    if not _moved(world, files, name):
        return None
    _add(world, files["bk.pl"], world.random.choice(CONSULTING).format(name))
    return []


def _module(
    world: World, files: dict[str, list[str]], name: str
) -> list[tuple[str, ...]] | None:
    """Some of what a module has is exported, and some of that is imported."""
    moved = _moved(world, files, name, plain=True)
    if not moved:
        return None
    others = "\n".join(
        line for at, f in files.items() if at != f"{name}.pl" for line in f
    )
    called = [p for p in moved if re.search(rf"\b{p.name}\b", others)]
    exported = [p for p in moved if p in called or world.random.random() < 0.7]
    imported = [p for p in exported if p in called or world.random.random() < 0.7]
    left = [p for p in exported if p not in imported]
    world.random.shuffle(exported)
    files[f"{name}.pl"].insert(0, f":- module({name}, {_list(exported)}).")
    use = f":- use_module({name})."
    if left or world.random.random() < 0.3:
        only = [_list(imported), f"except({_list(left)})"]
        use = f":- use_module({name}, {world.random.choice(only)})."
    _add(world, files["bk.pl"], use)
    return []


def _multifile(
    world: World, files: dict[str, list[str]], name: str
) -> list[tuple[str, ...]] | None:
    """The facts of one predicate are in two files."""
    facts = [p for p in _movable(world, files) if len(p.clauses) > 1]
    facts = [p for p in facts if not any(":-" in c or "-->" in c for c in p.clauses)]
    if not facts:
        return None
    predicate = world.random.choice(facts)
    at = world.random.randint(1, len(predicate.clauses) - 1)
    bk, declared = files["bk.pl"], f":- multifile {indicator(predicate)}."
    _remove(bk, predicate.clauses[at:])
    files[f"{name}.pl"] = [declared, *predicate.clauses[at:]]
    bk.insert(0, declared)
    if world.random.random() < 0.5:
        return [("-b", f"{name}.pl")]
    bk.append(world.random.choice(CONSULTING).format(name))
    return []


def _moved(
    world: World, files: dict[str, list[str]], name: str, *, plain: bool = False
) -> list[Predicate]:
    """Move some predicates to a file of their own, and return them."""
    movable = _movable(world, files)
    if plain:
        movable = [p for p in movable if p.types and re.fullmatch(r"[pqrs]\d+", p.name)]
    if not movable:
        return []
    moved = world.random.sample(movable, world.random.randint(1, len(movable)))
    moved.sort(key=world.predicates.index)
    for predicate in moved:
        _remove(files["bk.pl"], predicate.clauses)
    files[f"{name}.pl"] = [clause for p in moved for clause in p.clauses]
    return moved


def _movable(world: World, files: dict[str, list[str]]) -> list[Predicate]:
    """Return predicates whose clauses stand together, and that nothing declares."""
    bk = files["bk.pl"]
    found = []
    for p in world.predicates:
        rest = [line for line in bk if line not in p.clauses]
        declared = any(f"({p.name})/" in line for line in rest)
        if p.clauses and _place(bk, p.clauses) is not None and not declared:
            found.append(p)
    return found


def _place(lines: list[str], part: tuple[str, ...]) -> int | None:
    """Return where lines stand one after the other among others."""
    for at in range(len(lines) - len(part) + 1):
        if tuple(lines[at : at + len(part)]) == part:
            return at
    return None


def _remove(lines: list[str], part: tuple[str, ...]) -> None:
    at = _place(lines, part)
    assert at is not None
    del lines[at : at + len(part)]


def _add(world: World, lines: list[str], directive: str) -> None:
    """Add a directive before or after all else."""
    lines.insert(world.random.choice([0, len(lines)]), directive)


def _list(predicates: list[Predicate]) -> str:
    return f"[{', '.join(map(indicator, predicates))}]"
