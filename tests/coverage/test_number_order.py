"""Numbers: constants are terms, thresholds cut as ``=<`` and ``>`` of swipl do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from support import clauses, learned, swipl

from fold_cli.files.sources import Sources
from fold_cli.theory.formats import render
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from support import Write

HUGE = 10**400
NUMBERS = [
    *("1", "1.0", "0", "-0.0", "0.0", "2", "-5", "-5.0", "3.7", "1.5NaN"),
    *("1.0Inf", "-1.0Inf", "1.0e308", "5.0e-324"),
    *("9007199254740992", "9007199254740993", "9007199254740992.0"),
    *("9007199254740995", "9007199254740996.0", "18446744073709551616"),
    *("18446744073709551617", "18446744073709551616.0"),
    *("1r3", "0.3333333333333333", "1r10", "0.1", "-1r3", "-0.3333333333333333"),
    *(str(HUGE), str(HUGE + 1), str(-HUGE), f"1r{HUGE}", f"{HUGE}r3"),
]


@pytest.mark.parametrize(
    ("one", "other"),
    [("1", "1.0"), ("0.0", "-0.0"), ("1r3", "0.3333333333333333"), ("1", "'1'")],
)
def test_numbers_of_one_value_are_two_constants(
    one: str, other: str, write: Write
) -> None:
    bk = write("bk.pl", f"v(a, {one}). v(b, {other}). v(c, {one}). v(d, {other}).\n")
    modes = write("modes.pl", "modeh(1, t(+o)). modeb(*, v(+o, #k)).\n")
    files = (bk, write("pos.pl", "t(a). t(c)."), write("neg.pl", "t(b). t(d)."))
    assert clauses(learned(*files, "--modes", modes)) == [f"t(X) :- v(X, {one})."]


def test_nan_is_on_no_side_of_a_threshold(write: Write) -> None:
    bk = write("bk.pl", "v(a, 1). v(b, 1.5NaN). v(c, 3). v(d, 1.5NaN).\n")
    files = (bk, write("pos.pl", "t(a). t(c)."), write("neg.pl", "t(b). t(d)."))
    assert clauses(learned(*files)) == ["t(X) :- v(X, A), A =< 3."]


def test_only_nan_gives_no_threshold(write: Write) -> None:
    bk = write("bk.pl", "v(a, 1.5NaN). v(b, 1.5NaN).\n")
    modes = write("modes.pl", "modeh(1, t(+o)). modeb(*, v(+o, -number)).\n")
    files = (bk, write("pos.pl", "t(a)."), write("neg.pl", "t(b)."), "--modes", modes)
    assert clauses(learned(*files)) == ["t(X) :- member(X, [a])."]


def test_a_float_stands_for_the_integers_that_are_rounded_to_it(
    write: Write,
) -> None:
    facts = "v(a, 9007199254740993). v(b, 9007199254740992.0). v(c, 9007199254740992)."
    bk = write("bk.pl", f"{facts} v(d, 9007199254740995). v(e, 1.0e300).\n")
    files = (bk, write("pos.pl", "t(a). t(b). t(c)."), write("neg.pl", "t(d). t(e)."))
    (clause,) = clauses(learned(*files))
    assert clause == "t(X) :- v(X, A), A =< 9.007199254740992e+15."


def problem(seed: int) -> tuple[str, list[str], list[str]]:
    """Return facts, positive and negative objects with numbers of every kind."""
    chance = random.Random(seed)
    objects = [f"o{n}" for n in range(chance.randint(4, 14))]
    values = chance.sample(NUMBERS, chance.randint(2, 10))
    facts = [
        f"{name}({each}, {chance.choice(values)}).\n"
        for name in ("v", "u")
        for each in objects
        for _ in range(chance.choice([0, 1, 1, 1, 2]))
    ]
    labels = [True, False, *(chance.random() < 0.5 for _ in objects[2:])]
    positives = [each for each, label in zip(objects, labels, strict=True) if label]
    negatives = [each for each in objects if each not in positives]
    return "".join(facts), positives, negatives


@pytest.mark.parametrize("seed", range(12))
def test_swipl_finds_what_was_counted(seed: int, write: Write) -> None:
    facts, positives, negatives = problem(seed)
    bk = write("bk.pl", f":- dynamic v/2, u/2.\n{facts}")
    modes = "modeh(1, t(+o)). modeb(*, v(+o, -number)). modeb(*, u(+o, -number))."
    files = [
        str(write(f"{name}.pl", "".join(f"t({each}).\n" for each in objects)))
        for name, objects in [("pos", positives), ("neg", negatives)]
    ]
    modes_file = str(write("modes.pl", modes))
    theory = learn(Sources((str(bk),), *files, modes=modes_file)).theory
    path = write("theory.pl", render(theory, "pl"))
    objects = ", ".join(positives + negatives)
    goal = f"forall((member(X, [{objects}]), once(t(X))), writeln(X))"
    assert sorted(swipl(goal, files=(bk, path))) == sorted(positives)
