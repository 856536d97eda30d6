"""What rules may call of Prolog's libraries, as swipl runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

FACTS = """\
n(a, "12 cm"). n(b, " 7cm"). n(c, "cm"). n(d, "12 kg").
l(a, [1-x, 1-y]). l(b, [2-x, 2-y, 2-z]). l(c, [1-x, 2-x]). l(d, []).
"""
TEST = "long(X) :- l(X, L), "
RULES = {
    "pairs": TEST + "group_pairs_by_key(L, [_]).",
    "heaps": TEST + "list_to_heap(L, H), min_of_heap(H, K, _), L = [_, K-_|_].",
    "rbtrees": (
        TEST + "L = [K-_, K-_|_], list_to_rbtree([1-u, 2-v], T), rb_lookup(K, _, T)."
    ),
    "occurs": TEST + "L = [K-_|_], occurrences_of_term(K, L, N), length(L, N).",
    "dcg": (
        ":- use_module(library(dcg/basics)).\nlong(X) :- n(X, S), string_codes(S, Cs), "
        'phrase((blanks, integer(N), blanks, "cm"), Cs), N > 5.'
    ),
}


def files(write: Write, rule: str) -> tuple[Path, Path, Path]:
    head, dot, rest = rule.rpartition(".\n")
    return (
        write("bk.pl", f"{head}{dot}{FACTS}{rest}\n"),
        write("pos.pl", "t(a). t(b).\n"),
        write("neg.pl", "t(c). t(d).\n"),
    )


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_rules_may_call(write: Write, tmp_path: Path, rule: str) -> None:
    bk, pos, neg = files(write, rule)
    theory = learned(bk, pos, neg)
    assert clauses(theory) == ["t(X) :- long(X)."]
    write("theory.pl", theory)
    assert fold("convert", bk, pos, neg, "-o", tmp_path / "out").returncode == 0
    for background in bk, tmp_path / "out" / "bk.pl":
        found = swipl(
            "forall(t(X), (print(X), nl))", files=(background, tmp_path / "theory.pl")
        )
        assert found == ["a", "b"]


def test_a_library_that_swipl_would_not_load_is_asked_for(write: Write) -> None:
    _, _, rule = RULES["dcg"].rpartition(".\n")
    result = fold("learn", *files(write, rule))
    assert result.returncode == 1
    assert "bk.pl:3: blanks/2 is called here but defined nowhere" in result.stderr
