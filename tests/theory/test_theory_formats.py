"""A theory as Prolog, ASP, JSON and text, and back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click
import pytest

from fold_cli.errors import FoldError, InputError, OutputError
from fold_cli.files.theories import read_theory
from fold_cli.theory.formats import FORMATS, render
from fold_cli.theory.formats.prolog_format import clause_line, clause_text
from fold_cli.theory.naming import letter
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
)
from fold_cli.theory.theory import Counts, LearnedClause, Theory

if TYPE_CHECKING:
    from support import Write

    from fold_cli.theory.terms import Body

X, Y, A = Var(0), Var(1), Var(2)
BIRD = Literal("bird", (X,))
NOT_AB = Literal("ab0", (X,), negated=True)


def age(*bounds: tuple[str, str]) -> Threshold:
    atom = Literal("age", (X, VALUE))
    return Threshold(atom, tuple(Bound(op, Const(text)) for op, text in bounds))


def rows(*texts: str) -> Member:
    return Member(tuple(tuple(map(Const, text.split("|"))) for text in texts))


CLAUSES = [
    pytest.param("f", 1, (), "f(_).", id="always"),
    pytest.param("f", 0, (), "f.", id="no-arguments"),
    pytest.param("f", 1, (BIRD,), "f(X) :- bird(X).", id="one"),
    pytest.param("f", 1, (BIRD, NOT_AB), "f(X) :- bird(X), \\+ ab0(X).", id="not"),
    pytest.param(
        "f",
        1,
        (Literal("colour", (X, Const("'dark red'"))),),
        "f(X) :- colour(X, 'dark red').",
        id="constant",
    ),
    pytest.param(
        "f",
        1,
        (age((">", "1"), ("=<", "2.5")), age(("=<", "9"))),
        "f(X) :- age(X, A), A > 1, A =< 2.5, age(X, B), B =< 9.",
        id="bounds",
    ),
    pytest.param("f", 1, (rows("a", "b"),), "f(X) :- member(X, [a, b]).", id="member"),
    pytest.param(
        "f", 1, (rows("-1"),), "f(X) :- member(X, [(-1)]).", id="negative-number"
    ),
    pytest.param(
        "f",
        2,
        (rows("a|'b c'", "f(x)|1"),),
        "f(X, Y) :- member(X-Y, [a-'b c', f(x)-1]).",
        id="pairs",
    ),
    pytest.param(
        "f",
        2,
        (Literal("edge", (X, A)), Literal("edge", (A, Y))),
        "f(X, Y) :- edge(X, A), edge(A, Y).",
        id="new-variable",
    ),
    pytest.param(
        "f", 4, (Literal("p", (Var(3),)),), "f(_, _, _, X4) :- p(X4).", id="arity-4"
    ),
    pytest.param(
        "f", 2, (Literal("p", (X, A)),), "f(X, _) :- p(X, _).", id="used-once"
    ),
    pytest.param(
        "f",
        1,
        (Literal("p", (X, Const("_"))),),
        "f(X) :- p(X, _).",
        id="anything",
    ),
    pytest.param("'F g'", 1, (BIRD,), "'F g'(X) :- bird(X).", id="quoted-head"),
    pytest.param(">", 0, (), "(>).", id="operator"),
    pytest.param("#", 0, (Literal("-", ()),), "(#) :- (-).", id="operators"),
    pytest.param("table", 1, (BIRD,), "table(X) :- bird(X).", id="operator-head"),
    pytest.param("dynamic", 0, (), "(dynamic).", id="word"),
]


@pytest.mark.parametrize(("name", "arity", "body", "text"), CLAUSES)
def test_clause_as_prolog_is_read_back(
    name: str, arity: int, body: Body, text: str, write: Write
) -> None:
    assert clause_text(Clause(name, arity, body)) == text
    theory = read_theory(str(write("theory.pl", text + "\n")))
    (learned,) = theory.clauses
    assert clause_text(learned.clause) == text
    assert theory.target == Predicate(name, arity)


def test_long_clauses_are_broken_and_read_back(
    write: Write,
) -> None:
    body = tuple(Literal(f"a_rather_long_property_{n}", (X,)) for n in range(6))
    many = rows(*(f"object_number_{n}" for n in range(40)))
    theory = Theory(
        Predicate("f", 1),
        tuple(LearnedClause(Clause("f", 1, each)) for each in (body, (many,))),
    )
    text = render(theory, "pl")
    assert max(map(len, text.splitlines())) <= 88
    again = read_theory(str(write("theory.pl", text)))
    assert again.clauses == theory.clauses
    assert render(again, "pl") == text


@pytest.mark.parametrize("name", ["a_rather_long_name", "'a rather  long name'"])
def test_clauses_in_one_line_keep_the_blanks_of_names(name: str) -> None:
    clause = Clause("f", 1, (BIRD, rows(*[name] * 40)))
    assert "\n" in clause_text(clause)
    assert clause_line(clause) == re.sub(r"\n\s+", " ", clause_text(clause))


def birds(**changes: object) -> Theory:
    values: dict[str, object] = {
        "target": Predicate("fly", 1),
        "clauses": (
            LearnedClause(Clause("fly", 1, (BIRD, NOT_AB)), Counts(2, 0)),
            LearnedClause(Clause("fly", 1, (rows("jet"),)), Counts(1, 0)),
            LearnedClause(
                Clause("ab0", 1, (age((">", "1"), ("=<", "2")),)), Counts(0, 1)
            ),
        ),
        "examples": Counts(3, 2),
        "covers": Counts(3, 0),
        "notes": ("negatives: closed world", "options: --algorithm fold"),
    }
    return Theory(**{**values, **changes})  # type: ignore[arg-type]


def test_the_option_knows_all_formats() -> None:
    from fold_cli.cli.learn import learn

    option = next(p for p in learn.params if p.name == "style")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == FORMATS


def test_prolog_file() -> None:
    assert render(birds(), "pl") == (
        "% fold: default theory for fly/1\n"
        "% examples: 3 positive, 2 negative\n"
        "% covered: 3 positive, 0 negative\n"
        "% negatives: closed world\n"
        "% options: --algorithm fold\n"
        "\n"
        "% covers 2 positive, 0 negative\n"
        "fly(X) :- bird(X), \\+ ab0(X).\n"
        "\n"
        "% covers 1 positive, 0 negative\n"
        "fly(X) :- member(X, [jet]).\n"
        "\n"
        "% covers 0 positive, 1 negative\n"
        "ab0(X) :- age(X, A), A > 1, A =< 2.\n"
    )


def test_asp_program() -> None:
    lines = [x for x in render(birds(), "asp").splitlines() if x and x[0] != "%"]
    assert lines == [
        "fly(X) :- bird(X), not ab0(X).",
        "fly(jet).",
        "ab0(X) :- age(X, A), A > 1, A <= 2.",
    ]


def test_json() -> None:
    data = json.loads(render(birds(), "json"))
    assert data["target"] == "fly/1"
    assert data["examples"] == {"positives": 3, "negatives": 2}
    assert data["covered"] == {"positives": 3, "negatives": 0}
    assert data["partial"] is False
    about_age = {
        "predicate": "age",
        "arguments": ["X", "A"],
        "negated": False,
        "variable": "A",
    }
    assert data["clauses"][2] == {
        "head": "ab0(X)",
        "body": [
            {**about_age, "operator": ">", "value": 1},
            {**about_age, "operator": "=<", "value": 2},
        ],
        "prolog": "ab0(X) :- age(X, A), A > 1, A =< 2.",
        "covers": {"positives": 0, "negatives": 1},
    }


def test_text() -> None:
    assert render(birds(), "text") == (
        "fly/1 has 2 rules. Together they cover 3 of 3 positive examples and 0 of 2 "
        "negative ones.\n"
        "\n"
        "1. fly(X) normally holds if bird(X) holds (2 positive, 0 negative), "
        "except if:\n"
        "   a) the age of X is more than 1 and at most 2 (0 positive, 1 negative).\n"
        "\n"
        "2. fly(X) holds if X is jet (1 positive, 0 negative).\n"
    )


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        pytest.param((), "f(_) always holds", id="always"),
        pytest.param(
            (Literal("colour", (X, Const("red"))),), "the colour of X is red", id="is"
        ),
        pytest.param((rows("a", "b"),), "X is one of a, b", id="one-of"),
        pytest.param(
            (Literal("wet", (X,), negated=True), BIRD),
            "wet(X) does not hold and bird(X) holds",
            id="negated",
        ),
        pytest.param(
            (Literal("size_at_birth", (X, Const("big"))),),
            "the size at birth of X is big",
            id="underscores",
        ),
    ],
)
def test_sentences(body: Body, sentence: str) -> None:
    theory = Theory(Predicate("f", 1), (LearnedClause(Clause("f", 1, body)),))
    assert sentence in render(theory, "text")


def test_a_partial_theory_says_so_and_is_read_so(
    write: Write,
) -> None:
    text = render(birds(partial=True), "pl")
    assert "% partial: stopped early" in text
    again = read_theory(str(write("theory.pl", text)))
    assert again.partial
    assert render(again, "pl") == text
    assert "stopped early" in render(again, "text")
    assert json.loads(render(again, "json"))["partial"] is True


def test_header_and_counts_are_read_back(write: Write) -> None:
    path = write("theory.pl", render(birds(), "pl"))
    assert read_theory(str(path)) == birds()


@pytest.mark.parametrize("name", ["table", "-", "is", "'a/b'", "/", "{}"])
@pytest.mark.parametrize("recursive", [False, True])
def test_targets_named_like_operators_are_read_back(
    name: str, recursive: bool, write: Write
) -> None:
    target = Clause(name, 1, (Literal(name, (X,)),))
    theory = Theory(Predicate(name, 1), (LearnedClause(target),) * recursive)
    text = render(theory, "pl")
    again = read_theory(str(write("theory.pl", text)))
    assert (again.target, render(again, "pl")) == (theory.target, text)


# What clingo cannot hold


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param((age(("=<", "2.5")),), "the number 2.5", id="float"),
        pytest.param((age(("=<", "4294967296")),), "4294967296", id="large"),
        pytest.param((age(("=<", "9" * 5000)),), "9" * 300, id="enormous"),
        pytest.param(
            (Literal("c", (X, Const("-(a,b)"))),), "the term -(a, b)", id="operator"
        ),
        pytest.param((Literal("'B c'", (X,)),), "names like 'B c'", id="quoted-name"),
        pytest.param((), "nothing binds argument 1", id="unsafe"),
        pytest.param((NOT_AB,), "nothing binds argument 1", id="only-negated"),
    ],
)
def test_clingo_refuses(body: Body, message: str) -> None:
    theory = Theory(Predicate("f", 1), (LearnedClause(Clause("f", 1, body)),))
    with pytest.raises(OutputError, match=re.escape(message)):
        render(theory, "asp")


@pytest.mark.parametrize(
    ("constant", "symbol"),
    [
        pytest.param("abc", "abc", id="atom"),
        pytest.param("-3", -3, id="integer"),
        pytest.param(r"'it\'s'", "it's", id="escaped-quote"),
        pytest.param("'it''s'", "it's", id="doubled-quote"),
        pytest.param(r"'a\tb\nc'", "a\tb\nc", id="control"),
        pytest.param(r"'a\\n'", "a\\n", id="backslash"),
        pytest.param("'say \"hi\"'", 'say "hi"', id="double-quotes"),
        pytest.param(r"'\x1\z'", "\x01z", id="hexadecimal"),
        pytest.param("'日本 語'", "日本 語", id="unicode"),
        pytest.param('"text"', "text", id="string"),
    ],
)
def test_clingo_reads_constants(constant: str, symbol: str | int) -> None:
    import clingo

    theory = Theory(
        Predicate("f", 1), (LearnedClause(Clause("f", 1, (rows(constant),))),)
    )
    control = clingo.Control()
    control.add("base", [], render(theory, "asp"))
    control.ground([("base", [])])
    (atom,) = control.symbolic_atoms.by_signature("f", 1)
    (argument,) = atom.symbol.arguments
    kinds = {
        clingo.SymbolType.String: lambda: argument.string,
        clingo.SymbolType.Number: lambda: argument.number,
        clingo.SymbolType.Function: lambda: argument.name,
    }
    assert kinds[argument.type]() == symbol


# What is no theory


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("% nothing\n", "theory.pl: no clause", id="no-clause"),
        pytest.param(":- halt.\n", "theory.pl:1: a directive", id="directive"),
        pytest.param("f(X, X) :- p(X).\n", "theory.pl:1: the arg", id="repeated"),
        pytest.param("f(X) :- p(X), 3.\n", "theory.pl:1: a goal", id="number-goal"),
        pytest.param("\nf(X) :- p(X\n", "theory.pl:", id="syntax"),
        pytest.param(
            "f(X, Y) :- member(X-Y, [a]).\n", "theory.pl:1: an enum", id="short-row"
        ),
        pytest.param("f(X) :- \\+ member(X, [a]).\n", "theory.pl:1: a neg", id="not"),
    ],
)
def test_reading_what_is_no_theory(text: str, message: str, write: Write) -> None:
    path = write("theory.pl", text)
    with pytest.raises(InputError) as caught:
        read_theory(str(path))
    assert message in str(caught.value).replace(str(path.parent) + "/", "")


def test_a_hand_written_theory_needs_no_comments(
    write: Write,
) -> None:
    path = write("theory.pl", "f(a).\nf(Who):-p(Who),not(q(Who)).\n")
    theory = read_theory(str(path))
    assert theory.covers is None
    assert [clause_text(learned.clause) for learned in theory.clauses] == [
        "f(X) :- member(X, [a]).",
        "f(X) :- p(X), \\+ q(X).",
    ]


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "A"), (22, "W"), (23, "A1"), (46, "A2")]
)
def test_body_variables_have_other_letters_than_the_head(
    number: int, expected: str
) -> None:
    assert letter(number) == expected


@pytest.mark.parametrize(
    ("error", "text"),
    [
        pytest.param(FoldError("bad"), "bad", id="nowhere"),
        pytest.param(FoldError("bad", "f.pl"), "f.pl: bad", id="file"),
        pytest.param(FoldError("bad", "f.pl", 3), "f.pl:3: bad", id="line"),
    ],
)
def test_errors_say_where(error: FoldError, text: str) -> None:
    assert str(error) == text
