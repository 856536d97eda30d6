"""Exceptions that chain without end, or lead back to themselves, in every use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from fold_cli import FoldError, Text, load
from fold_cli.theory.formats import FORMATS
from fold_cli.theory.naming import used_first

if TYPE_CHECKING:
    from pathlib import Path

LENGTH = 1500
CHAIN = (
    "c(X) :- a(X, x), \\+ ab0(X).\n"
    + "".join(f"ab{i}(X) :- a(X, x), \\+ ab{i + 1}(X).\n" for i in range(LENGTH))
    + f"ab{LENGTH}(X) :- a(X, x).\n"
)
CYCLES = [
    "c(X) :- a(X, x), \\+ ab0(X).\nab0(X) :- \\+ ab0(X).\n",
    "c(X) :- a(X, x), \\+ ab0(X).\nab0(X) :- a(X, y), \\+ ab1(X).\n"
    "ab1(X) :- a(X, x), \\+ ab0(X).\n",
    "c(X) :- a(X, x), \\+ c(X).\n",
]


@pytest.mark.parametrize(
    "text", [CHAIN, *CYCLES], ids=["chain", "self", "two", "target"]
)
def test_it_is_written_in_every_format(text: str) -> None:
    theory = load(Text(text))
    for style in set(FORMATS) - {"sql", "python"}:  # which are for tables
        if style == "asp" and "ab0(X) :- \\+ ab0(X)" in text:
            continue  # nothing binds X
        shown = theory.render(style)
        assert shown.count("a(X, x)") < 3 * LENGTH
        assert style != "json" or json.loads(shown)
    assert len(theory.rules) == 1


def test_the_data_of_a_chain_is_nested() -> None:
    [rule] = load(Text(CHAIN)).rules
    depth = 0
    while rule.exceptions:
        [rule] = rule.exceptions
        depth += 1
    assert depth == LENGTH + 1


def test_a_chain_is_asked_of_a_table(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("a,class\nx,c\ny,d\nx,c\n")
    holds = [each.holds for each in load(Text(CHAIN)).predict(str(table))]
    assert holds == [LENGTH % 2 == 1, False, LENGTH % 2 == 1]
    for text in CYCLES:
        with pytest.raises(FoldError, match="by way of itself"):
            load(Text(text)).predict(str(table))


def test_used_ones_come_first() -> None:
    uses = {"a": ["b", "c"], "b": ["d"], "c": ["d", "a"], "d": ["d"]}
    assert used_first(["a"], uses) == ["d", "b", "c", "a"]
    chain = {str(i): [str(i + 1)] for i in range(50_000)}
    assert used_first(["0"], chain)[-1] == "0"


@pytest.mark.parametrize("style", ["sql", "python"])
def test_code_of_a_chain_ends(style: str) -> None:
    header = (
        "% fold: default theory for c/1\n% class: class x\n% column: a categorical a\n"
    )
    assert load(Text(header + CHAIN)).render(style).count("'x'") >= LENGTH
    for text in CYCLES:
        with pytest.raises(FoldError, match="by way of itself"):
            load(Text(header + text)).render(style)
