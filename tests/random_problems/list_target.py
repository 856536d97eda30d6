"""Targets over lists, with a background that recursive programs are written with."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from random_problems.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

BACKGROUND = {
    "head([H|_], H).": "head(+list, -element)",
    "tail([_|T], T).": "tail(+list, -list)",
    "empty([]).": "empty(+list)",
    "one([_]).": "one(+list)",
    "equal(X, X).": "equal(+element, +element)",
    "is_a(a).": "is_a(+element)",
    "more(X, Y) :- X @> Y.": "more(+element, +element)",
    "after(X, Y) :- Y is X + 1.": "after(+number, -number)",
    "zero(0).": "zero(-number)",
}
HEADS = {"test": "(+list)", "pair": "(+list, +element)", "value": "(+list, -number)"}
HEADS["list"] = "(+list, -list)"
CONCEPTS: list[tuple[str, Callable[[tuple[str, ...]], object]]] = [
    ("test", lambda x: len(x) % 2 == 0),
    ("test", lambda x: "a" in x),
    ("test", lambda x: list(x) == sorted(x)),
    ("test", lambda x: x[-1:] == ("b",)),
    ("test", lambda x: x == x[::-1]),
    ("pair", lambda x: set(x)),
    ("pair", lambda x: set(x[-1:])),
    ("value", len),
    ("list", lambda x: x[::-1]),
    ("list", lambda x: x[1:] + x[:1]),
    ("list", lambda x: x[:-1]),
]


def list_target(random: Random) -> Problem:
    """Return a problem whose examples a recursive concept makes."""
    kind, concept = random.choice(CONCEPTS)
    every = [w for n in range(5) for w in itertools.product("abc", repeat=n)]
    words = random.sample(every, random.randint(4, 14))
    positives, negatives = [], []
    for word in words:
        text, value = _list(word), concept(word)
        if kind == "test":
            (positives if value else negatives).append(f"f({text}).")
        elif kind == "pair":
            assert isinstance(value, set)
            for each in "abc":
                target = positives if each in value else negatives
                target.append(f"f({text}, {each}).")
        else:
            right = str(value) if isinstance(value, int) else _list(value)  # type: ignore[arg-type]
            wrong = "9" if isinstance(value, int) else _list(random.choice(every))
            positives.append(f"f({text}, {right}).")
            if wrong != right:
                negatives.append(f"f({text}, {wrong}).")
    names = random.sample(sorted(BACKGROUND), random.randint(4, len(BACKGROUND)))
    names = list(dict.fromkeys(["head([H|_], H).", "zero(0).", *names]))
    modes = [f":- modeh(1, f{HEADS[kind]})."]
    modes += [f":- modeb(*, {BACKGROUND[each]})." for each in names]
    if random.random() < 0.8:
        modes.append(f":- modeb(*, f{HEADS[kind]}).")
    files = {"bk.pl": names, "modes.pl": modes}
    files |= {"pos.pl": positives or ["f([a, zz])."], "neg.pl": negatives}
    options: list[tuple[str, ...]] = [("--modes", "modes.pl")]
    if random.random() < 0.6:
        options.append(("--recursion",))
    elif random.random() < 0.3:
        options.append(("--noise",))
    if random.random() < 0.2:
        options.append(("--lookahead", random.choice(["0", "1", "2", "auto"])))
    return Problem(
        {name: tuple(lines) for name, lines in files.items()},
        ("bk.pl", "pos.pl", "neg.pl"),
        tuple(options),
        frozenset(["empty_negatives", "negation_order", "recursive_counts"]),
    )


def _list(items: tuple[str, ...]) -> str:
    return f"[{', '.join(items)}]"
