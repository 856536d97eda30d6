"""Background predicates defined by rules are searched as their facts would be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, write_files

if TYPE_CHECKING:
    from pathlib import Path

EVENTS = """
happens(on, t34). happens(go, t6). happens(go, t50). happens(on, t60).
initiates(on, light). initiates(go, motor).
next(t34, t35). next(t50, t51). next(t60, t61). next(t39, t40). next(t6, t7).
next(t7, t8). next(t8, t9). next(t10, t11). next(t14, t15).
initiated(F, T) :- happens(E, T), initiates(E, F).
"""
MODES = """
:- modeh(1, holds(+fluent, +time)).
:- modeb(*, next(-time, +time)).
:- modeb(*, initiated(+fluent, +time)).
"""


def test_a_step_ahead_may_take_a_variable_of_the_head(tmp_path: Path) -> None:
    """``initiated`` takes X, which the literal before it does not have."""
    files = {
        "bk.pl": EVENTS + MODES,
        "pos.pl": "holds(light, t35). holds(motor, t7). holds(motor, t51).\n",
        "neg.pl": "holds(motor, t40). holds(light, t9). holds(motor, t11).\n"
        "holds(light, t7). holds(motor, t35). holds(light, t15).\n",
    }
    theory = learned(*write_files(tmp_path, files))
    assert clauses(theory) == ["holds(X, Y) :- next(A, Y), initiated(X, A)."]


def test_a_literal_keeps_what_binds_its_inputs(tmp_path: Path) -> None:
    """Without ``next`` the examples are told apart too, but no mode allows that."""
    files = {
        "bk.pl": "next(t34, t35). next(t39, t40). next(t5, t6). next(t8, t9).\n"
        "initiated(light, t34). initiated(motor, t5).\n" + MODES,
        "pos.pl": "holds(light, t35). holds(motor, t6).\n",
        "neg.pl": "holds(fan, t40). holds(bell, t9).\n",
    }
    theory = learned(*write_files(tmp_path, files))
    assert clauses(theory) == ["holds(X, Y) :- next(A, Y), initiated(X, A)."]


def background(chance: random.Random, modes: str, rules: bool) -> str:
    """Return random facts over letters and places, or rules that give the same."""
    lines = [modes]
    for name, types in PREDICATES.items():
        told = f"{name}_told" if rules else name
        domains = [DOMAINS[kind] for kind in types]
        for _ in range(8):
            lines.append(f"{told}({', '.join(map(chance.choice, domains))}).")
        if rules:
            args = ", ".join("ABC"[: len(types)])
            lines.append(f"{name}({args}) :- {told}({args}).")
    return "\n".join(sorted(set(lines), key=lines.index)) + "\n"


DOMAINS = {"letter": list("abcdef"), "place": [f"n{at}" for at in range(8)]}
PREDICATES = {
    "link": ("place", "place"),
    "on": ("letter", "place"),
    "both": ("letter", "place", "letter"),
    "big": ("place",),
}


@pytest.mark.parametrize("seed", range(4, 12))
def test_rules_give_the_theory_of_their_facts(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    modes = [":- modeh(1, t(+letter, +place))."]
    for name, types in PREDICATES.items():
        signs = [chance.choice("++-") for _ in types]
        signs[chance.randrange(len(types))] = "+"
        pairs = zip(signs, types, strict=True)
        modes.append(f":- modeb(*, {name}({', '.join(map(''.join, pairs))})).")
    atoms = [f"t({a}, {b}).\n" for a in DOMAINS["letter"] for b in DOMAINS["place"]]
    chance.shuffle(atoms)
    files = {"pos.pl": "".join(atoms[:8]), "neg.pl": "".join(atoms[8:24])}
    theories = []
    for rules in (False, True):
        text = background(random.Random(seed), "\n".join(modes), rules)
        paths = write_files(tmp_path, {"bk.pl": text, **files})
        result = fold("learn", "-q", *paths)
        assert result.returncode == 0, result.stderr
        theories.append(result.stdout)
    assert theories[0] == theories[1]
