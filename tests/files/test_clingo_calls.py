"""Theories for clingo that call predicates of Prolog."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from support import Write


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("p(X, A), atom_length(A, 3)", "atom_length/2 is Prolog's"),
        ("p(X, A), A @< c", "@</2 is Prolog's"),
        ("p(X, A), B is A + 1, q(X, B)", "is/2 is Prolog's"),
        ("p(X, A), number(A)", "number/1 is Prolog's"),
        ("p(X, A), \\+ atom(A)", "atom/1 is Prolog's"),
        ("p(X, L), length(L, 2)", "length/2 is Prolog's"),
        ("p(X, _), \\+ q(X, B), r(B)", "a variable is negated before it is bound"),
        ("\\+ q(A, A), p(X, A)", "a variable is negated before it is bound"),
        ("p(X, _), \\+ q(A, A)", "a variable is negated before it is bound"),
    ],
)
def test_what_clingo_lacks_is_refused(write: Write, body: str, message: str) -> None:
    theory = write("theory.pl", f"t(X) :- {body}.\n")
    result = fold("show", theory, "--format", "asp")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith("fold: error: clingo cannot run 't(X) :- ")
    assert result.stderr.endswith(f"{message}; write the theory as Prolog\n")


@pytest.mark.parametrize(
    ("body", "missing", "given"),
    [
        ("p(X, A), between(1, 2, A)", "between/3", "between(1, 2, (1;2))."),
        ("p(X, A), \\+ last(X, A)", "last/2", "last(a, 1). last(c, 3)."),
        ("p(X, A), succ(A, 2)", "succ/2", "succ(X, X + 1) :- p(_, X)."),
        ("p(X, _), \\+ q(X, _)", "", ""),
        ("p(X, A), \\+ q(X, A), A =< 2", "", ""),
    ],
)
def test_what_a_background_may_define_is_said(
    write: Write, body: str, missing: str, given: str
) -> None:
    import clingo

    theory = write("theory.pl", f"t(X) :- {body}.\n")
    text = fold("show", theory, "--format", "asp").stdout
    note = f"% clingo has no {missing}: the program beside this one must define it\n"
    assert (note in text) == bool(missing)
    control = clingo.Control()
    control.add("base", [], f"p(a, 1). p(b, 2). p(c, 3). q(b, 2). {given}\n{text}")
    control.ground([("base", [])])
    found: list[list[str]] = []
    control.solve(
        on_model=lambda model: found.append(
            [str(s.arguments[0]) for s in model.symbols(atoms=True) if s.name == "t"]
        )
    )
    facts = "p(a, 1). p(b, 2). p(c, 3). q(b, 2).\n"
    facts += "last(a, 1). last(c, 3).\n" if missing == "last/2" else ""
    atoms = fold("predict", theory, write("bk.pl", facts)).stdout
    assert sorted(found[0]) == [line[2] for line in atoms.splitlines() if line]
