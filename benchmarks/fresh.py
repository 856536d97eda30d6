"""Fresh examples of recursive concepts, and how many a theory gets wrong in swipl.

The concepts are those of Popper's problems and of Aleph's ``recursion.pl``; what their
background and examples leave open is left out: numbers that have no facts, and lists of
which only the last two elements are out of order. Whether these are sorted is not told:
a positive ends with 101, of which no fact says that it is larger than others.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT = 200
"""Fresh examples of a concept."""


def numbers(chance: random.Random, low: int, high: int, top: int = 100) -> list[int]:
    """Return a list of so many numbers from 1 to ``top``."""
    return [chance.randint(1, top) for _ in range(chance.randint(low, high))]


def contains(chance: random.Random) -> tuple[str, bool]:
    made = numbers(chance, 1, 12, 20)
    return f"f({made})", 6 in made or 9 in made


def droplast(chance: random.Random) -> tuple[str, bool]:
    made = numbers(chance, 1, 12)
    other = made[:-1] if chance.random() < 0.5 else made[1:]
    return f"f({made},{other})", other == made[:-1]


def length(chance: random.Random) -> tuple[str, bool]:
    made = numbers(chance, 0, 9)
    told = len(made) if chance.random() < 0.5 else chance.randint(0, 9)
    return f"f({made},{told})", told == len(made)


def next_to_x(chance: random.Random) -> tuple[str, bool]:
    made = chance.choices("abcdefghij", k=chance.randint(2, 9))
    at = chance.randrange(len(made))
    made[at] = "x"
    told = chance.choice(made)
    return f"next_list([{','.join(made)}],{told})", made[at + 1 : at + 2] == [told]


def is_sorted(chance: random.Random) -> tuple[str, bool]:
    made = numbers(chance, 3, 9)
    made = sorted(made) if chance.random() < 0.5 else made
    if made[:-1] == sorted(made[:-1]):
        made.sort()
    return f"f({made})", made == sorted(made)


def to_the_top(chance: random.Random) -> tuple[str, bool]:
    x, y = chance.randint(1, 100), chance.randint(1, 99)
    told = chance.choice([x, x, chance.randint(1, 100)]), chance.choice([100, 100, y])
    return f"f(w({x},{y}),w({told[0]},{told[1]}))", told == (x, 100)


def member(chance: random.Random) -> tuple[str, bool]:
    made = numbers(chance, 0, 9, 9)
    told = chance.randint(1, 9)
    return f"mem({told},{made})", told in made


CONCEPTS: dict[str, Callable[[random.Random], tuple[str, bool]]] = {
    "synthesis-contains": contains,
    "synthesis-droplast": droplast,
    "synthesis-length": length,
    "synthesis-next": next_to_x,
    "synthesis-sorted": is_sorted,
    "robots-recursion": to_the_top,
    "recursion.pl": member,
}


def examples(name: str, seed: int = 99) -> list[str]:
    """Return ``pos(...)`` and ``neg(...)`` facts of a concept."""
    chance = random.Random(seed)
    made = dict(CONCEPTS[name](chance) for _ in range(COUNT))
    return [f"{'pos' if holds else 'neg'}({atom})." for atom, holds in made.items()]


def wrong(theory: str, background: Path | None, facts: list[str]) -> int:
    """Return how many examples swipl finds wrong with a theory beside a background."""
    goal = "forall(((pos(A), \\+ A) ; (neg(A), once(A))), (print(A), nl))"
    with TemporaryDirectory() as directory:
        told = [":- dynamic pos/1, neg/1.", *sorted(facts)]
        files = {"theory.pl": theory, "fresh.pl": "\n".join(told) + "\n"}
        paths = [str(background)] if background else []
        for name, text in files.items():
            path = Path(directory) / name
            path.write_text(text, encoding="utf-8")
            paths.append(str(path))
        command = ["swipl", "-q", "-g", goal, "-t", "halt", *paths]
        result = subprocess.run(
            command, capture_output=True, encoding="utf-8", check=False
        )
    return len(result.stdout.splitlines()) if result.returncode == 0 else len(facts)
