"""Programs that few examples support: what is wrong elsewhere is told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from list_programs import BACKGROUND, CONCEPTS
from support import clauses, fold, learned, write_problem

from fold_cli.coverage import programs
from fold_cli.files.sources import Sources
from fold_cli.search import recursion
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from pathlib import Path

BESIDE = "last_(L,X) :- append(_,[X],L).\nbutlast(L,M) :- append(M,[_],L).\n"
LISTS = "head(+list,-element) tail(+list,-list) empty(+list)"
CONS = "cons(+element,+list,-list) same(+list,-list)"
TREES = "leaf(+tree) left(+tree,-tree) right(+tree,-tree)"


class Few(NamedTuple):
    """Modes of the target and of others, and examples without the name ``f``."""

    head: str
    body: str
    positives: str
    negatives: str

    def write(self, directory: Path) -> tuple[str, ...]:
        """Write the problem, and return its files."""
        modes = [f":- modeh(1, f({self.head})).", f":- modeb(*, f({self.head}))."]
        modes += [f":- modeb(*, {mode})." for mode in self.body.split()]
        bk = "\n".join([BACKGROUND + BESIDE, *modes, ""])
        pos = "".join(f"f({args}).\n" for args in self.positives.split())
        neg = "".join(f"f({args}).\n" for args in self.negatives.split())
        return tuple(map(str, write_problem(directory, bk, pos, neg)))


RIVALS, RARE = "as short or hardly longer", "serve few examples"
DOUBTED = {
    "depth-of-the-left-branch": (
        RIVALS,
        Few(
            "+tree,-number",
            f"{TREES} zero(-number) increment(+number,-number) "
            "greater(+number,+number,-number)",
            "l,0 t(l,5,l),1 t(t(t(l,9,l),3,l),8,t(l,4,l)),3 t(t(l,1,l),2,l),2",
            "l,2 l,1 t(l,8,l),2 t(l,4,t(l,7,t(l,2,l))),0",
        ),
    ),
    "values-of-the-left-branch": (
        RIVALS,
        Few(
            "+tree,+element",
            f"{TREES} value(+tree,-element)",
            "t(t(t(l,7,l),4,l),8,l),4 t(t(l,8,l),5,l),5 t(l,0,l),0 "
            "t(t(l,3,l),2,t(l,0,l)),3",
            "l,5 t(l,1,t(t(l,2,l),0,l)),5 t(l,2,t(l,8,l)),4 t(t(l,1,l),3,l),6",
        ),
    ),
    "one-base-case-for-two": (
        RIVALS,
        Few(
            "+list",
            f"{LISTS} last_(+list,-element) butlast(+list,-list) "
            "single(-element,+list)",
            "[1,2,1] [7,7] [6] [0] [6,9,9,6]",
            "[1,2,0] [0,1] [1,1,2,2] [2,2,1] [0,1,1] [2,2,2,0,2]",
        ),
    ),
    "a-base-case-for-a-recursive-clause": (
        RIVALS,
        Few(
            "+list,+element,-list",
            f"{LISTS} {CONS} none(-list) differ(+element,+element)",
            "[1],0,[1] [1,2],1,[2] [0,1,2,1],0,[1,2,1] [3,2,2],0,[3,2,2] "
            "[1,0,3,2,0,0],2,[1,0,3,0,0] [3],1,[3]",
            "[1],0,[0] [1,2],1,[1,2] [3,1],1,[1] [3,2,2],3,[3,2,2]",
        ),
    ),
    "one-example-that-needs-recursion": (
        RARE,
        Few(
            "+list,+list,-list",
            f"{LISTS} {CONS} lower(+element,+element)",
            "[],[6,13,16],[6,13,16] [3],[1,3,7],[1,3,3,7] [],[6],[6] [],[1,5],[1,5]",
            "[6],[],[6,6] [6],[10,11],[6,10,11,11] [12],[0,4],[0,4] [],[],[0,10]",
        ),
    ),
    "a-base-case-of-tests-that-leaves-an-input-out": (
        RARE,
        Few(
            "+tree,+element",
            f"{TREES} value(+tree,-element)",
            "t(t(t(l,4,l),9,l),7,l),9 t(t(t(l,7,l),3,l),8,l),7 "
            "t(l,8,t(t(t(l,0,l),6,l),9,l)),0 t(t(t(l,1,l),4,l),6,l),4",
            "t(t(l,1,l),3,l),6 t(l,2,l),4 l,5 t(l,8,t(l,6,l)),1",
        ),
    ),
    "no-example-that-needs-recursion": (
        "need no recursion",
        Few(
            "+list,+element,-list",
            f"{LISTS} {CONS} lower(+element,+element)",
            "[14],2,[2,14] [],4,[4] [11,16],3,[3,11,16] [10,19],10,[10,10,19] [],7,[7]",
            "[14],2,[14] [],4,[4,4] [3,4],1,[3,1,4]",
        ),
    ),
}


@pytest.mark.parametrize("name", DOUBTED)
def test_what_few_examples_support_is_doubted(name: str, tmp_path: Path) -> None:
    """Each program is right on its examples, and wrong on others of its concept."""
    told, few = DOUBTED[name]
    result = fold("learn", *few.write(tmp_path), "--recursion")
    assert result.returncode == 0, result.stderr
    assert told in result.stderr, result.stdout


INTERLEAVED = Few(
    "+list,+list,-list",
    f"{LISTS} {CONS} none(-list)",
    "[6],[3],[6,3] [4,6],[3,2],[4,3,6,2] [2],[0],[2,0] [4,2,6],[2,6,0],[4,2,2,6,6,0] "
    "[6,4],[4,5],[6,4,4,5]",
    "[],[],[2,1] [],[],[8] [0,6,8,4],[1,3,9,4],[0,1,6,3,8,9,4] [5],[5],[5,5,5]",
)


def test_a_program_that_does_not_hold_when_it_is_run_makes_room_for_another(
    tmp_path: Path,
) -> None:
    """Lists in turn; with another base case some inputs have two outputs."""
    theory = learned(*INTERLEAVED.write(tmp_path), "--recursion")
    recursive = "f(X, Y, Z) :- head(X, A), tail(X, B), f(Y, B, C), cons(A, C, Z)."
    assert recursive in clauses(theory)


def test_several_lists_are_taken_apart_before_all_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "MAX_INFERENCES", 25_000_000)
    path = CONCEPTS["zip"].write(tmp_path / "problem")
    theory = to_prolog(learn(Sources((str(path),)), Options()).theory)
    assert "pair(A, B, E), f(C, D, F), cons(E, F, Z)." in " ".join(theory.split())


def test_programs_are_searched_for_once_where_predicates_raise_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = []

    class Counted(recursion.ProgramSearch):
        def __post_init__(self) -> None:
            rooms.append(self.room)
            super().__post_init__()

    monkeypatch.setattr(recursion, "ProgramSearch", Counted)
    numbers = " ".join(f"[{n}],{n * n}" for n in range(2, 7))
    others = " ".join(f"[{n}],{n * n + 1}" for n in range(2, 7))
    few = Few("+list,-number", f"{LISTS} even(+list)", numbers, others)
    background, *examples = few.write(tmp_path)
    outcome = learn(Sources((background,), *examples), Options(recursion=True))
    assert any("even/1 is left out" in warning for warning in outcome.warnings)
    assert len(rooms) == 2
    assert rooms[1] == 0
