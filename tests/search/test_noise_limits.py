"""With noise too, no rule has more conditions than it may have."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fold_cli import learn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fold_cli.theory.rule_data import Rule


def nested(rules: tuple[Rule, ...]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        yield from nested(rule.exceptions)


@pytest.mark.parametrize("most", [1, 2])
def test_exceptions_are_not_written_into_full_rules(tmp_path: Path, most: int) -> None:
    chance, rows = random.Random(1), []
    for _ in range(400):
        a, b, c, d = (chance.choice("xyz") for _ in range(4))
        rows.append(
            f"{a},{b},{c},{d},{a == 'x' and b != 'x' and c != 'y' and d != 'z'}"
        )
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["a,b,c,d,class", *rows, ""]))
    theory = learn(path, positive="True", noise=True, max_literals=most)
    assert theory.rules
    assert max(len(rule.literals) for rule in nested(theory.rules)) <= most
