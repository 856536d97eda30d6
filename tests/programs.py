"""Random background and theories, and real swipl to compare with."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from support import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

OBJECTS = ("a", "b", "c", "'D d'", "e")

_RULES = """\
q0(X) :- p0(X), \\+ p1(X).
q0(X) :- r0(X, Y), p1(Y).
q1(X) :- ( p0(X) ; r1(_, X), \\+ p1(X) ).
q1(X) :- m0(X, N), ( N > 2 -> p1(X) ; p0(X) ).
reach(X, Y) :- r0(X, Y).
reach(X, Y) :- r0(X, Z), reach(Z, Y).
q2(X) :- \\+ ( r0(X, Y), p0(Y) ), known(X).
"""


@dataclass(frozen=True)
class Written:
    """A background and a theory in files, and all atoms of the target."""

    bk: Path
    theory: Path
    atoms: tuple[str, ...]


@dataclass(frozen=True)
class RandomProgram:
    """A background, a theory for t/1 or t/2, and all atoms that it can be asked."""

    bk: str
    theory: str
    arity: int

    @property
    def atoms(self) -> tuple[str, ...]:
        if self.arity == 1:
            return tuple(f"t({x})" for x in OBJECTS)
        return tuple(f"t({x}, {y})" for x in OBJECTS for y in OBJECTS)

    def write(self, directory: Path) -> Written:
        directory.mkdir(exist_ok=True)
        bk, theory = directory / "bk.pl", directory / "theory.pl"
        bk.write_text(self.bk, encoding="utf-8")
        theory.write_text(self.theory, encoding="utf-8")
        return Written(bk, theory, self.atoms)


@st.composite
def programs(draw: st.DrawFn) -> RandomProgram:
    """Draw a program; its exceptions have several clauses and may be nested."""
    arity = draw(st.sampled_from([1, 1, 2]))
    depth = draw(st.integers(0, 3))
    clauses = []
    for level in range(depth + 1):
        for _ in range(draw(st.integers(1, 3))):
            clauses.append(_clause(draw, level, depth, arity))
    return RandomProgram(_background(draw), "\n".join(clauses) + "\n", arity)


def _background(draw: st.DrawFn) -> str:
    lines = [f"known({x})." for x in OBJECTS]
    one = st.sampled_from(OBJECTS)
    for name in ("p0", "p1"):
        members = draw(st.lists(one, min_size=1, unique=True))
        lines += [f"{name}({x})." for x in members]
    for name in ("r0", "r1"):
        pairs = draw(st.lists(st.tuples(one, one), min_size=1, unique=True))
        # r0 has no cycles, so that swipl need not table what recurses over it
        forward = [p for p in pairs if OBJECTS.index(p[0]) < OBJECTS.index(p[1])]
        chosen = (forward or [("a", "b")]) if name == "r0" else pairs
        lines += [f"{name}({x}, {y})." for x, y in chosen]
    numbers = st.tuples(one, st.sampled_from(["1", "2", "2.5", "-3", "4.0e10"]))
    measured = draw(st.lists(numbers, min_size=1, unique=True))
    lines += [f"m0({x}, {number})." for x, number in measured]
    return "\n".join(lines) + "\n" + _RULES


def _clause(draw: st.DrawFn, level: int, depth: int, arity: int) -> str:
    head = "X" if arity == 1 else "X, Y"
    name = "t" if level == 0 else f"ab{level - 1}"
    known = ["X", "Y"][:arity]
    goals = ["known(X)", "known(Y)"][:arity] if draw(st.booleans()) else []
    for number in range(draw(st.integers(0 if goals else 1, 3))):
        goals += _literal(draw, known, number, arity)
    if level < depth and draw(st.booleans()):
        goals.append(f"\\+ ab{level}({head})")
    return f"{name}({head}) :- {', '.join(goals)}."


def _literal(draw: st.DrawFn, known: list[str], number: int, arity: int) -> list[str]:
    var = draw(st.sampled_from(known))
    kind = draw(st.sampled_from(["plain", "plain", "new", "number", "listed", "not"]))
    if kind == "new":
        new = f"A{number}"
        known.append(new)
        name = draw(st.sampled_from(["r0", "r1", "reach"]))
        return [f"{name}({var}, {new})"]
    if kind == "number":
        op = draw(st.sampled_from(["=<", ">"]))
        limit = draw(st.sampled_from(["1", "2", "2.5", "-7"]))
        return [f"m0({var}, N{number})", f"N{number} {op} {limit}"]
    if kind == "listed":
        rows = draw(st.lists(st.sampled_from(OBJECTS), min_size=1, unique=True))
        items = rows if arity == 1 else [f"{x}-{x}" for x in rows]
        return [f"member({'X' if arity == 1 else 'X-Y'}, [{', '.join(items)}])"]
    name = draw(st.sampled_from(["p0", "p1", "q0", "q1", "q2"]))
    sign = "\\+ " if kind == "not" else ""
    return [f"{sign}{name}({var})"]


# swipl


def run_swipl(goal: str, *files: Path) -> list[str]:
    """Run a goal in real swipl beside some files and return what it prints."""
    result = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt", *map(str, files)],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "rror" not in result.stderr, result.stderr
    return result.stdout.splitlines()


def true_in_swipl(directory: Path, goals: Iterable[str], *files: Path) -> list[bool]:
    """Return for each goal whether swipl finds it true."""
    asked = directory / "asked.pl"
    lines = [f"asked({number}, ({goal}))." for number, goal in enumerate(goals)]
    asked.write_text("\n".join([":- style_check(-singleton).", *lines, ""]))
    found = run_swipl(
        "forall(asked(N, G), ((\\+ \\+ G -> V = true ; V = false), print(N-V), nl))",
        *files,
        asked,
    )
    assert len(found) == len(lines)
    return [line.endswith("-true") for line in found]


# Explanations


def nodes(data: Any) -> Iterator[dict[str, Any]]:
    """Yield all nodes of an explanation as JSON has it."""
    yield data
    for reason in data.get("because", ()):
        yield from nodes(reason)
    for attempt in data.get("attempts", ()):
        for case in attempt["cases"]:
            yield from nodes(case["failing"])
            for node in case["holding"]:
                yield from nodes(node)


def claims(data: Any) -> list[tuple[str, bool]]:
    """Return goals and whether an explanation says that they are true.

    Beside each literal: that a fact is one, that what no clause gives has none, and
    that the literals said to make up a rule's body are those of its clause.
    """
    result = []
    for node in nodes(data):
        literal = node["literal"]
        result.append((literal, node["holds"]))
        if node["how"] == "fact":
            result.append((f"clause({literal}, true)", True))
        elif node["how"] == "none":
            result.append((f"clause({literal}, _)", False))
        elif node["how"] == "rule" and _plain(node.get("rule")):
            body = [reason["literal"] for reason in node["because"]]
            result.append((_is_clause(literal, body), True))
        for attempt in node.get("attempts", ()):
            for case in attempt["cases"]:
                body = [held["literal"] for held in case["holding"]] + case["needs"]
                assert case["needs"][0] == case["failing"]["literal"]
                result.append((f"({', '.join(body)})", False))
                if _plain(attempt["rule"]):
                    result.append((_is_clause(literal, body), True))
    return result


def _plain(rule: dict[str, Any] | None) -> bool:
    """Return whether this is a rule, and its body is just literals."""
    return rule is not None and not any(sign in rule["text"] for sign in (";", "->"))


def _is_clause(head: str, body: list[str]) -> str:
    return f"clause({head}, ({', '.join(body)}))"


def check_claims(directory: Path, trees: list[Any], *files: Path) -> int:
    """Check all that explanations say with swipl; return how many claims it was."""
    said = [claim for tree in trees for claim in claims(tree)]
    found = true_in_swipl(directory, (goal for goal, _ in said), *files)
    wrong = [
        (goal, claimed)
        for (goal, claimed), true in zip(said, found, strict=True)
        if claimed != true
    ]
    assert not wrong, json.dumps(wrong, indent=1)
    return len(said)
