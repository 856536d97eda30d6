"""Questions that clingo does not answer in time: an error, never a wrong answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import run_script

from fold_cli.errors import ExhaustedError
from fold_cli.stable import solver
from fold_cli.stable.optimization import best_model
from fold_cli.stable.solver import Solver

if TYPE_CHECKING:
    from pathlib import Path

    from clingo import Model


def holes(pigeons: int, count: int) -> str:
    """Return a program that puts each pigeon into a hole of its own."""
    return (
        f"1 {{ in(P, H) : H = 1..{count} }} 1 :- P = 1..{pigeons}.\n"
        ":- in(P, H), in(Q, H), P < Q.\n"
    )


HARD = holes(9, 8)
MANY = holes(8, 8)
ONE = "{ free }.\n" + HARD.replace("1..9.", "1..9, not free.")


@pytest.fixture
def few_conflicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MAX_CONFLICTS", 50)


@pytest.mark.usefixtures("few_conflicts")
def test_no_answer_in_time() -> None:
    questions = {
        "extends": lambda: Solver([HARD]).extends([], []),
        "model": lambda: Solver([HARD]).model(),
        "all": lambda: len(list(Solver([ONE]).models(count=0))),
        "consequences": lambda: Solver([ONE]).consequences(),
        "best": lambda: best_model([HARD, ":~ in(P, H). [H, P]"]),
    }
    for name, ask in questions.items():
        with pytest.raises(ExhaustedError, match="no answer after 50 conflicts"):
            print(name, ask())


@pytest.mark.usefixtures("few_conflicts")
def test_answers_in_time() -> None:
    assert Solver([holes(2, 2)]).extends([], [])
    assert not Solver([holes(3, 2)]).extends([], [])
    assert len(list(Solver([holes(2, 2)]).models(count=0))) == 2
    assert len(list(Solver([MANY]).models(count=2))) == 2
    assert Solver([holes(3, 2)]).consequences() is None


@pytest.mark.parametrize("choice", ["a(@) ; b(@).", "{ a(@) }.", "1 { a(@, 1..3) } 1."])
def test_consequences_are_seen_in_few_models(
    choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    atoms = solver.GroundProgram._atoms

    def counted(program: solver.GroundProgram, model: Model) -> frozenset[int]:
        seen.append(model)
        return atoms(program, model)

    monkeypatch.setattr(solver.GroundProgram, "_atoms", counted)
    text = "c. " + " ".join(choice.replace("@", str(i)) for i in range(100))
    found = Solver([text]).consequences()
    assert found is not None
    assert len(found.certain) == 1
    assert found.possible == set(Solver([text]).atoms)
    assert len(seen) <= 10


SCRIPT = """
import sys
from fold_cli.stable import solver
solver.MAX_CONFLICTS = 50
from fold_cli.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "words",
    ["learn x.las --semantics stable", "evaluate t.lp x.las", "predict t.lp x.las"],
)
def test_commands(words: str, tmp_path: Path) -> None:
    modes = "#modeh(t(var(x))).\n#modeb(p(var(x))).\np(a). x(a). x(b).\n"
    task = f"{modes}{HARD}#pos({{t(a)}}, {{t(b)}}).\n"
    (tmp_path / "x.las").write_text(task)
    (tmp_path / "t.lp").write_text("t(X) :- p(X), x(X).\n")
    result = run_script(SCRIPT, *words.split(), cwd=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1), result.stderr
    assert "no answer after 50 conflicts" in result.stderr
