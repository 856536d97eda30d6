"""Theories of tables read without Prolog: what is read so, Prolog reads alike."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import has_values, random_tables, source, written

from fold_cli.errors import EngineError
from fold_cli.files.clauses import read_clause
from fold_cli.files.plain_terms import read_plainly
from fold_cli.files.theories import _is_declaration, _terms, clauses_of
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.theory.quoting import constant, quote_atom, unquoted
from fold_cli.theory.terms import Clause, Const, Literal, Predicate, Term, Var
from fold_cli.theory.theory import LearnedClause, Theory
from fold_cli.use.learning import learn as api
from fold_cli.use.theories.written_theory import WrittenTheory, in_memory, read_back


def by_prolog(text: str) -> list[Clause]:
    terms = [item["term"] for item in _terms(text, "")]
    return [requoted(read_clause(t, "", 0)) for t in terms if not _is_declaration(t)]


def requoted(clause: Clause) -> Clause:
    """Return a clause with atoms in quotes where Prolog alone would need none."""
    body = tuple(
        replace(each, args=tuple(map(quoted, each.args)))
        if isinstance(each, Literal)
        else each
        for each in clause.body
    )
    return replace(clause, body=body)


def quoted(term: Term) -> Term:
    if isinstance(term, Var) or re.match(r"_$|-?[0-9]", term.text):
        return term
    return Const(quote_atom(unquoted(term.text)))


def theory_of(value: str) -> Theory:
    body = (Literal("c", (Var(0), Const(constant(value)))),)
    return Theory(Predicate("t", 1), (LearnedClause(Clause("t", 1, body)),))


@given(st.text(max_size=12))
def test_any_cell(value: str) -> None:
    text = to_prolog(theory_of(value))
    [clause] = clauses_of(text)
    assert _cell(clause) == value
    if read_plainly(text) is not None:
        assert [_cell(each) for each in by_prolog(text)] == [value]


def _cell(clause: Clause) -> str:
    """Return the value of a clause, however Prolog or Python writes it."""
    [literal] = clause.body
    assert isinstance(literal, Literal)
    value = literal.args[1]
    assert isinstance(value, Const)
    return unquoted(value.text)


@given(random_tables(), st.booleans())
@settings(max_examples=60)
def test_theories_of_random_tables(
    drawn: tuple[list[str], list[list[str]]], noise: bool
) -> None:
    headers, rows = drawn
    if not has_values(rows):
        return
    with tempfile.TemporaryDirectory() as directory:
        table = source(written(directory, headers, rows), positive="x")
        theory = api.learn(table, Options(noise=noise)).theory
    clauses = [learned.clause for learned in theory.clauses]
    assert clauses_of(to_prolog(theory)) == clauses == by_prolog(to_prolog(theory))


def test_classes_are_decided_by_the_first_rule_that_holds() -> None:
    text = "c(X, a) :- once(c_a(X)).\nc(X, b) :- c_b(X), \\+ c_a(X).\n"
    assert read_plainly(text) == [item["term"] for item in _terms(text, "")]


@pytest.mark.parametrize(
    "text",
    [
        "t(X) :- p (X).\n",
        "t(X) :- p(X), A = 1.\n",
        "t(X) :- p(X, -).\n",
        "t(X) :- p(X, 'a''b').\n",
        "t(X) :- p(X, 'a\nb').\n",
        "t(X) :- p(X, 'a\\x41\\').\n",
        't(X) :- p(X, "a").\n',
        "t(X) :- p(X, 0'a).\n",
        "t(X) :- p(X, 1.0Inf).\n",
        "t(X) :- p(X, 1e3).\n",
        "t(X) :- p(X, 1.0e3).\n",
        "t(X) :- p(X, 007).\n",
        "t(X) :- p(X, é).\n",
        "t(X) :- p(X, []).\n",
        "t(X) :- p(X, [a|b]).\n",
        "t(X) :- p(X) ; q(X).\n",
        "t(X) :- 3 > X.\n",
        "t(X) :- p(X)\n",
        "t(X) :- p(X).t(Y).\n",
        "t(X) :- /* a */ p(X).\n",
        ":- table t/1.\n",
        "t() :- p.\n",
    ],
)
def test_what_is_left_to_prolog(text: str) -> None:
    assert read_plainly(text) is None


def test_a_text_that_says_something_else_is_what_counts() -> None:
    theory = theory_of("a b")
    text = to_prolog(theory).replace("'a b'", "'a c'")
    [learned] = read_back(WrittenTheory(theory, text)).clauses
    assert learned.clause.body == (Literal("c", (Var(0), Const("'a c'"))),)
    assert read_back(in_memory(theory)) == theory
    with pytest.raises(EngineError, match="with 1 clauses and read back with 2"):
        read_back(WrittenTheory(theory, f"{text}t(a).\n"))


def test_a_theory_without_clauses_is_plain_under_any_header() -> None:
    header = "% fold: default theory for p/1\n% class: class '1'\n"
    assert read_plainly(f"{header}\n:- dynamic p/1.\n") == []
