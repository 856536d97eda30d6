"""Names that mean something else to clingo."""

from __future__ import annotations

import pytest

from fold_cli.errors import OutputError
from fold_cli.theory.formats import render
from fold_cli.theory.terms import Clause, Const, Literal, Member, Predicate, Var
from fold_cli.theory.theory import LearnedClause, Theory

X = Var(0)


def asp(name: str, body: tuple[Literal | Member, ...]) -> str:
    clause = LearnedClause(Clause(name, 1, body))
    return render(Theory(Predicate(name, 1), (clause,)), "asp")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param((Literal("c", (X, Const("not"))),), id="constant"),
        pytest.param((Member(((Const("not"),),)),), id="example"),
        pytest.param((Member(((Const("a"),),), qualified=True),), id="qualified"),
    ],
)
def test_clingo_takes_it(body: tuple[Literal | Member, ...]) -> None:
    import clingo

    control = clingo.Control()
    control.add("base", [], f'{asp("member", body)}\nc(a, "not").\n')
    control.ground([("base", [])])
    assert len(list(control.symbolic_atoms.by_signature("member", 1))) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("'a b'", '"a b"'), ("not", '"not"'), ("'\\n'", '"\\n"')]
)
def test_two_terms_do_not_become_one(one: str, other: str) -> None:
    rows = Member(((Const(one),), (Const(other),)))
    with pytest.raises(OutputError, match="would be one term"):
        asp("t", (rows,))
    assert asp("t", (Member(((Const(one),), (Const("'b'"),))),))


def test_no_predicate_is_called_not() -> None:
    with pytest.raises(OutputError, match="names like not"):
        asp("not", (Literal("p", (X,)),))
