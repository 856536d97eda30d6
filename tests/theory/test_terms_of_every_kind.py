"""Theories with every kind of term: what is written is what swipl reads, and we do."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import swipl

from fold_cli.files.theories import read_theory
from fold_cli.theory.formats import render
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.theory.terms import (
    VALUE,
    Bound,
    Clause,
    Const,
    Literal,
    Member,
    Predicate,
    Threshold,
    Var,
    same_number,
)
from fold_cli.theory.theory import LearnedClause, Theory

if TYPE_CHECKING:
    from support import Write

ATOMS = (
    *("a", "b", "dynamic", "table", "is", "mod", "not", "pred", "-", "\\+", "(:-)"),
    *("[]", "'[]'", "{}", "''", "'A b'", "'/*'", "'.'", "'|'", "','", "'it\\'s'"),
    *("'\\n'", "é", "'日本'", "'\\u200B'", "'$VAR'", "'a.b'", "(;)", "(!)", "'_'"),
    *("'X'", "'0'", "'%'", "'\"'", "'`'", "'\\x1\\'", "'[|]'", "'\\\\'", "(*)"),
)
NUMBERS = (
    *("0", "7", "-1", "1.5", "-0.0", "1r3", "-1r3", "1.0e10", "-1.0e-10", "1.0Inf"),
    *("1.5NaN", "-1.0Inf", "123456789012345678901234567890"),
)
STRINGS = ('"ab"', '""', '"a\\"b"', '"\\n"', '"it\'s"')
NAMES = ("f", "g", "dynamic", "-", "'A b'", "','", "{}", "'[|]'", ":", "(:-)", "'[]'")

atomic = st.sampled_from([*ATOMS, *NUMBERS, *STRINGS])


def compounds(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    args = st.lists(inner, min_size=1, max_size=3)
    plain = [name.strip("()") for name in NAMES]
    return st.one_of(
        st.builds(lambda n, a: f"{n}({','.join(a)})", st.sampled_from(plain), args),
        args.map(lambda a: f"[{','.join(a)}]"),
        st.builds(lambda a, t: f"[{','.join(a)}|{t}]", args, inner),
        inner.map(lambda a: f"{{}}({a})"),
        st.just("a()"),
    )


ground = st.recursive(atomic, compounds, max_leaves=6)
"""Ground terms as text without operators, which any Prolog reads."""


@st.composite
def clause_texts(draw: st.DrawFn) -> str:
    """Return a clause as a careful programmer writes it, without an operator."""
    arity = draw(st.integers(0, 3))
    head = [
        draw(ground) if draw(st.integers(0, 5)) == 0 else f"X{i}" for i in range(arity)
    ]
    variables = [arg for arg in head if arg.startswith("X")]
    goals = []
    for number in range(draw(st.integers(0, 3))):
        args = [*variables[:1], *(draw(st.lists(ground, max_size=2)))]
        atom = f"p{number}({', '.join(args)})" if args else f"p{number}"
        kind = draw(st.sampled_from(["plain", "negated", "bounded", "equal"]))
        if kind == "negated":
            atom = f"\\+({atom})"
        elif kind == "bounded":
            bounds = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=2))
            atom = f"q(N{number}, {draw(ground)})"
            atom += "".join(f", =<(N{number}, {bound})" for bound in bounds)
        elif kind == "equal" and variables:
            atom = f"=({variables[0]}, {draw(ground)})"
        goals.append(atom)
    if variables and draw(st.booleans()):
        rows = draw(st.lists(st.tuples(*[ground] * arity), min_size=1, max_size=3))
        listed = ", ".join(pair(row) for row in rows)
        goals.append(f"member({pair(head)}, [{listed}])")
    name = draw(st.sampled_from(["t", "dynamic", "'T t'", "is"]))
    text = f"{name}({', '.join(head)})" if head else f"({name})"
    return f":-({text}, ({', '.join(goals)}))." if goals else f"{text}."


def pair(parts: list[str] | tuple[str, ...]) -> str:
    text, *rest = parts
    for part in rest:
        text = f"-({text}, {part})"
    return text


SAME = """
:- use_module(library(lists)).
read_all(File, Module, Terms) :-
    open(File, read, In, [encoding(utf8)]),
    read_all_(In, Module, Terms),
    close(In).
read_all_(In, Module, Terms) :-
    read_term(In, Term, [module(Module)]),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|Rest],
        read_all_(In, Module, Rest)
    ).
same(A, B) :-
    read_all(A, system, TermsA),
    read_all(B, user, TermsB),
    length(TermsA, N),
    length(TermsB, N),
    forall(( nth1(I, TermsA, TermA), nth1(I, TermsB, TermB) ),
           ( TermA =@= TermB -> true ; print(TermA-TermB), nl )).
"""

OPERATORS = {
    "a": "op(200, fy, a)",
    "b": "op(1150, fx, b)",
    "'A b'": "op(700, fx, 'A b')",
    ":-": "op(0, xfx, :-), op(0, fx, :-)",
    "\\+": "op(0, fy, \\+)",
    "-": "op(0, yfx, -)",
    "=<": "op(1100, xfx, =<)",
    "=": "op(200, xfx, =)",
    "/": "op(0, yfx, /)",
    ":": "op(0, xfy, :)",
    "table": "op(0, fx, table)",
    "dynamic": "op(700, xf, dynamic)",
}
"""Names of operators that a background may declare, and goals that do."""


@settings(max_examples=15)
@given(
    st.lists(clause_texts(), min_size=12, max_size=12),
    st.sets(st.sampled_from(sorted(OPERATORS)), max_size=4),
)
def test_what_is_written_is_what_swipl_reads(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], operators: set[str]
) -> None:
    """Facts are left out: they are written as an enumeration of one."""
    texts = [text for text in texts if text.startswith(":-")] or ["t(X0) :- p(X0)."]
    directory = tmp_path_factory.mktemp("terms")
    given_file = directory / "given.pl"
    given_file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    theory = read_theory(str(given_file))
    written = [f"{clause_text(c.clause, operators)}\n" for c in theory.clauses]
    written_file = directory / "written.pl"
    written_file.write_text("".join(written), encoding="utf-8")
    check = directory / "check.pl"
    check.write_text(SAME)
    goals = [OPERATORS[name] for name in sorted(operators)]
    compare = f"same('{given_file}', '{written_file}')"
    assert swipl(*goals, compare, files=(check,)) == []


@settings(max_examples=60)
@given(
    st.lists(clause_texts(), min_size=1, max_size=4),
    st.booleans(),
    st.sets(st.sampled_from(sorted(OPERATORS)), max_size=4),
)
def test_rendering_reading_and_rendering_gives_the_same(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[str],
    sets_quotes: bool,
    operators: set[str],
) -> None:
    directory = tmp_path_factory.mktemp("round")
    given_file = directory / "given.pl"
    given_file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    clauses = read_theory(str(given_file)).clauses
    target = Predicate(clauses[0].clause.name, clauses[0].clause.arity)
    theory = Theory(
        target, clauses, operators=tuple(sorted(operators)), sets_quotes=sets_quotes
    )
    for style, again in itertools.product(["pl", "json"], repeat=2):
        path = directory / f"theory.{style}"
        path.write_text(render(theory, style), encoding="utf-8")
        assert render(read_theory(str(path)), again) == render(theory, again)


X, Y = Var(0), Var(1)


def member(*rows: tuple[str, ...], qualified: bool = False) -> Member:
    return Member(tuple(tuple(map(Const, row)) for row in rows), qualified)


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        pytest.param(("dynamic", "is"), "(dynamic)-(is)", id="operators"),
        pytest.param(("table", "-1"), "(table)-(-1)", id="prefix-operator"),
        pytest.param(("x-f(a)", "g(b)"), "(x-f(a))-g(b)", id="infix"),
        pytest.param(("f(a)=g(b)", "c"), "(f(a)=g(b))-c", id="two-compounds"),
        pytest.param(("'dynamic'", "(a,b)"), "'dynamic'-((a,b))", id="conjunction"),
        pytest.param(("f(')', x)", "y"), "(f(')', x))-y", id="quoted-bracket"),
    ],
)
def test_parts_of_a_row_are_in_brackets_unless_plain(
    rows: tuple[str, ...], text: str
) -> None:
    clause = Clause("t", 2, (member(rows),))
    assert clause_text(clause) == f"t(X, Y) :- member(X-Y, [{text}])."


def test_a_class_is_a_part_of_each_row() -> None:
    clause = Clause("t", 2, (member(("a", "table")),), fixed=((1, Const("table")),))
    assert clause_text(clause) == "t(X, table) :- member(X-(table), [a-(table)])."


def test_a_class_without_conditions_is_read_back(
    write: Write,
) -> None:
    clause = Clause("t", 1, (), fixed=((0, Const("red")),))
    theory = Theory(Predicate("t", 1), (LearnedClause(clause),))
    text = render(theory, "pl")
    assert "t(X) :- member(X, [red])." in text
    assert render(read_theory(str(write("theory.pl", text))), "pl") == text


@pytest.mark.parametrize(
    ("text", "body"),
    [
        pytest.param(
            "t(X) :- p(X, A), A > 1, q(A).",
            (
                Literal("p", (X, Y)),
                Threshold(same_number(Y), (Bound(">", Const("1")),)),
                Literal("q", (Y,)),
            ),
            id="a-bounded-number-is-used-again",
        ),
        pytest.param(
            "t(X) :- X > 1.",
            (Threshold(same_number(X), (Bound(">", Const("1")),)),),
            id="of-the-head",
        ),
        pytest.param(
            "t(X) :- p(X, A), A > 1.",
            (Threshold(Literal("p", (X, VALUE)), (Bound(">", Const("1")),)),),
            id="a-bounded-number",
        ),
        pytest.param(
            "t(X) :- p(X, A), member(A, [b,c]).",
            (Literal("p", (X, Y)), Literal("member", (Y, Const("[b,c]")))),
            id="member-of-another-variable",
        ),
        pytest.param(
            "t(X) :- p(X, _A), q(_A).",
            (Literal("p", (X, Y)), Literal("q", (Y,))),
            id="underscore-that-is-used-twice",
        ),
        pytest.param("t(X) :- c(X, (x,y)).", None, id="conjunction"),
        pytest.param("t(X) :- c(X, [(a,b)]).", None, id="conjunction-in-a-list"),
        pytest.param(
            "t(X) :- lists:member(X, [a]).", (member(("a",), qualified=True),), id="lib"
        ),
    ],
)
def test_what_is_read_by_hand(
    text: str, body: tuple[object, ...] | None, write: Write
) -> None:
    theory = read_theory(str(write("theory.pl", f"{text}\n")))
    (learned,) = theory.clauses
    assert body is None or learned.clause.body == body
    rendered = render(theory, "pl")
    assert render(read_theory(str(write("again.pl", rendered))), "pl") == rendered
