"""Bounds on one number stand together, also where rules give the number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, learned, write_problem

if TYPE_CHECKING:
    from pathlib import Path

DEGREES = {"a": 70, "b": 73, "c": 74, "d": 75, "e": 80, "f": 60, "g": 90, "h": 72}
READINGS = "".join(f"raw({x}, {n}).\n" for x, n in DEGREES.items())
HEAD = ":- modeh(1, t(+o)).\n"


@pytest.mark.parametrize(
    "rules",
    [
        "temp(X, T) :- raw(X, T).\n",
        "temp(X, T) :- raw(X, T), !.\n",
        "temp(X, T) :- ( raw(X, S) -> T = S ; T = 0 ).\n",
        "temp(X, T) :- findall(S, raw(X, S), [T]).\n",
    ],
    ids=["rule", "cut", "if-then-else", "findall"],
)
@pytest.mark.parametrize("options", [(), ("--noise",), ("--algorithm=foil",)])
def test_one_number_by_rules(
    tmp_path: Path, rules: str, options: tuple[str, ...]
) -> None:
    bk = HEAD + ":- modeb(1, temp(+o, -number)).\n" + READINGS + rules
    text = learned(*files(tmp_path, bk, "bcd", "aefgh"), *options)
    if "--noise" not in options:
        assert clauses(text) == ["t(X) :- temp(X, A), A > 72, A =< 75."]
    assert text.count("temp(") == text.count(" :- ")


def test_several_numbers_by_rules_stay_apart(tmp_path: Path) -> None:
    bk = HEAD + ":- modeb(1, temp(+o, -number)).\ntemp(X, T) :- raw(X, T).\n"
    bk += "raw(a, 1). raw(a, 9). raw(b, 1). raw(b, 8). raw(c, 1). raw(c, 2).\n"
    bk += "raw(d, 9). raw(e, 8).\n"
    text = learned(*files(tmp_path, bk, "ab", "cde"))
    (clause,) = clauses(text)
    assert clause.count("temp(") == 2


def test_what_is_not_asked_for_may_give_several(tmp_path: Path) -> None:
    # of each day there is one reading, of each place there are several
    bk = HEAD + ":- modeb(1, reading(+o, -number, -number)).\n"
    days = {"a": (2, 8), "b": (3, 9), "c": (1, 2), "d": (8, 9), "e": (2, 3)}
    for place, numbers in days.items():
        bk += "".join(
            f"reading({place}, {day}, {n}).\n" for day, n in enumerate(numbers)
        )
    text = learned(*files(tmp_path, bk, "ab", "cde"))
    assert "reading(X, _, A), A > " in text
    for clause in clauses(text):
        assert not ("=<" in clause and clause.count("reading(") == 1), clause


def files(directory: Path, bk: str, pos: str, neg: str) -> list[Path]:
    examples = ["".join(f"t({x}).\n" for x in each) for each in (pos, neg)]
    return write_problem(directory, bk, *examples)
