"""Theories read from files, Prolog or JSON, into a :class:`Theory`.

Prolog parses the clauses in both. Header and comments that ``fold learn`` writes give
the counts; a theory written by hand needs none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.clauses import is_term, read_clause
from fold_cli.files.declarations import read_json
from fold_cli.files.file_kind import THEORY, naming_file_kind
from fold_cli.files.plain_terms import read_plainly
from fold_cli.files.sources import check_file
from fold_cli.theory.class_list import class_steps
from fold_cli.theory.formats.header import (
    Header,
    WrongLineError,
    read_counts,
    read_header,
)
from fold_cli.theory.formats.json_format import parse_json
from fold_cli.theory.quoting import constant, requoted
from fold_cli.theory.terms import Clause, Const, Predicate
from fold_cli.theory.theory import LearnedClause, Theory
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from fold_cli.theory.theory import Counts

_DIRECTIVES = (
    "set_prolog_flag(double_quotes,string)",
    "use_module(library(lists),[])",
    ":(system,use_module(library(lists),[]))",
)


def read_theory(path: str) -> Theory:
    """Read a theory that ``fold learn`` wrote, or one written by hand like it."""
    text = theory_text(path)
    theory = _read_json(text, path) if is_json(text) else _read_prolog(text, path)
    if not theory.classes:
        return theory
    theory = _with_classes_requoted(theory)
    known = set(map(constant, theory.classes))
    for step in class_steps(theory):
        if step.value.text not in known:
            raise InputError(
                f"a rule gives the class {step.value.text}, which is none of those "
                "that the theory says its table has",
                path,
            )
    return theory


def _with_classes_requoted(theory: Theory) -> Theory:
    """Return a theory of a table whose classes are written as the table's are."""
    clauses = []
    for learned in theory.clauses:
        fixed = [
            (at, Const(requoted(value.text))) for at, value in learned.clause.fixed
        ]
        clause = replace(learned.clause, fixed=tuple(fixed))
        clauses.append(replace(learned, clause=clause))
    return replace(theory, clauses=tuple(clauses))


def theory_text(path: str) -> str:
    """Return what a theory file holds; a first line that swipl skips is a comment."""
    text = check_file(path)
    return f"%{text[1:]}" if text.startswith("#") else text


def is_json(text: str) -> bool:
    """Return whether the text of a theory is JSON; no Prolog begins so."""
    return re.match(r'\s*\{\s*"', text) is not None


def _read_prolog(text: str, path: str) -> Theory:
    lines = [line.rstrip("\r") for line in text.split("\n")]
    with naming_file_kind(THEORY, path):
        items = _terms(text, path)
    directives = [item["term"][3][0] for item in items if _is_declaration(item["term"])]
    clauses = [
        LearnedClause(
            _clause(item, path), _counts_above(lines, item["line"]), item["line"]
        )
        for item in items
        if not _is_declaration(item["term"])
    ]
    header = _header(lines, path)
    return Theory(
        target=_target(header, clauses, path),
        clauses=tuple(clauses),
        examples=header.examples,
        covers=header.covers,
        notes=header.notes,
        partial=header.partial,
        operators=header.operators,
        sets_quotes=any(directive[1] == "set_prolog_flag" for directive in directives),
        forgets=any(directive[1] == "abolish" for directive in directives),
        schema=header.schema,
        odds=header.odds,
    )


def _header(lines: list[str], path: str) -> Header:
    try:
        return read_header([visible(line[2:]) for line in _leading_comments(lines)])
    except WrongLineError as error:
        raise InputError(str(error), path, error.number) from None


def clauses_of(text: str) -> list[Clause]:
    """Return the clauses of a theory's text; Prolog reads what is not plain."""
    terms = read_plainly(text)
    if terms is None:
        read = [item["term"] for item in _terms(text, "")]
        terms = [term for term in read if not _is_declaration(term)]
    return [read_clause(term, "", 0) for term in terms]


def _read_json(text: str, path: str) -> Theory:
    parsed = parse_json(text)
    if parsed is None:
        raise InputError("is JSON, but no theory that fold wrote", path)
    clauses = []
    for number, (clause, covers) in enumerate(
        zip(parsed.clauses, parsed.covered, strict=True), 1
    ):
        items = _terms(clause, path)
        if len(items) != 1:
            raise InputError(f"clause {number} is not one clause: {clause}", path)
        clauses.append(LearnedClause(_clause(items[0], path), covers))
    return Theory(
        target=_predicate(parsed.target, path),
        clauses=tuple(clauses),
        **parsed.attributes,
    )


def _terms(text: str, path: str) -> list[Any]:
    """Return the terms of a text, each with its line, as Prolog reads them."""
    texts = engine().call("fold_clauses", "read_clauses", path, text)
    return [read_json(each, path) for each in texts]


def _clause(item: Any, path: str) -> Clause:
    return read_clause(item["term"], path, item["line"])


def _target(header: Header, clauses: list[LearnedClause], path: str) -> Predicate:
    """Return the target that the header names, else the first clause's predicate."""
    if header.target is not None:
        return _predicate(header.target, path, 1)
    if not clauses:
        raise InputError("no clause; is this a theory?", path)
    first = clauses[0].clause
    return Predicate(first.name, first.arity)


def _predicate(text: str, path: str, line: int = 0) -> Predicate:
    parts = engine().call("fold_target", "indicator", text)
    if not parts:
        raise InputError(f"no predicate is called {text}", path, line)
    return Predicate(parts[0], int(parts[1]))


def _is_declaration(term: Any) -> bool:
    """Return whether a term is a directive that theories have."""
    if not is_term(term, ":-", 1):
        return False
    directive = term[3][0]
    return directive[0] == "f" and (
        directive[1] in ("abolish", "dynamic", "table") or directive[4] in _DIRECTIVES
    )


def _leading_comments(lines: list[str]) -> list[str]:
    result: list[str] = []
    for line in lines:
        if not line.startswith("% "):
            break
        result.append(line)
    return result if result and result[0].startswith("% fold: ") else []


def _counts_above(lines: list[str], line: int) -> Counts | None:
    """Return the counts in the comment above a clause, if there is one."""
    above = lines[line - 2] if line >= 2 else ""
    return read_counts(above[9:]) if above.startswith("% covers ") else None
