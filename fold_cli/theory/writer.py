"""A theory as Prolog, ASP, JSON or English text."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from fold_cli.errors import OutputError
from fold_cli.theory.sentences import Sentences
from fold_cli.theory.terms import VALUE, Const, Literal, Member, Threshold, Var
from fold_cli.theory.theory import letter, variable_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fold_cli.theory.terms import BodyLiteral, Clause
    from fold_cli.theory.theory import Counts, LearnedClause, Theory

WIDTH = 80
_INFIX = frozenset(
    ("=", "\\=", "==", "\\==", "=:=", "=\\=", "<", ">", "=<", ">=", "is")
)
_PREFIX = re.compile(
    "discontiguous|dynamic|initialization|meta_predicate|module_transparent|multifile|"
    "public|table|thread_initialization|thread_local|volatile"
)
FORMATS = ("pl", "asp", "json", "text")


def render(theory: Theory, style: str, sentences: Sentences | None = None) -> str:
    """Return the theory in one of the formats, ending in a newline."""
    writers: Mapping[str, Callable[[Theory], str]] = {
        "pl": to_prolog,
        "asp": to_asp,
        "json": to_json,
        "text": lambda theory: to_text(theory, sentences),
    }
    return writers[style](theory)


# Prolog


def to_prolog(theory: Theory) -> str:
    """Return a program that swipl runs beside the background knowledge."""
    target = f"{_alone(theory.target.name)}/{theory.target.arity}"
    declarations = [f":- table {target}."] if theory.recursive else []
    text = _program(theory, clause_text, declarations)
    if theory.clauses:
        return text
    return f"{text}\n:- dynamic {target}.\n"  # known, and true of nothing


def _program(
    theory: Theory, write: Callable[[Clause], str], declarations: Sequence[str] = ()
) -> str:
    blocks = ["".join(f"% {line}\n" for line in header(theory))]
    blocks += [f"{line}\n" for line in declarations]
    for learned in theory.clauses:
        comment = ""
        if learned.covers:
            comment = f"% covers {_counts(learned.covers)}\n"
        blocks.append(f"{comment}{write(learned.clause)}\n")
    return "\n".join(blocks)


def header(theory: Theory) -> list[str]:
    """Return what a theory file says about itself."""
    lines = [f"fold: default theory for {theory.target}"]
    if theory.examples:
        lines.append(f"examples: {_counts(theory.examples)}")
    if theory.covers:
        lines.append(f"covered: {_counts(theory.covers)}")
    lines += theory.notes
    if theory.partial:
        lines.append(f"partial: stopped early{_uncovered(theory)}")
    return lines


def _uncovered(theory: Theory) -> str:
    """Say how many positive examples a theory leaves, where that is known."""
    if not theory.examples or not theory.covers:
        return ""
    left = theory.examples.positives - theory.covers.positives
    return f", {left} positive example{'s' * (left != 1)} not covered"


def _counts(counts: Counts) -> str:
    return f"{counts.positives} positive, {counts.negatives} negative"


def clause_text(clause: Clause) -> str:
    """Return a clause as Prolog text."""
    names, values = variable_names(clause)
    head = _atom(Literal(clause.name, _head_args(clause)), names)
    goals = []
    for literal, value in zip(clause.body, values, strict=True):
        goals += _goals(literal, clause, names, value)
    if not goals:
        return f"{head}."
    line = f"{head} :- {', '.join(goals)}."
    if len(line) <= WIDTH and "\n" not in line:
        return line
    separator = ",\n    "
    return f"{head} :-\n    {separator.join(goals)}."


def body_texts(clause: Clause) -> list[str]:
    """Return the literals of a clause's body, a number with its bounds as one."""
    names, values = variable_names(clause)
    return [
        ", ".join(_goals(literal, clause, names, value))
        for literal, value in zip(clause.body, values, strict=True)
    ]


def head_text(clause: Clause) -> str:
    """Return a clause's head."""
    return _atom(Literal(clause.name, _head_args(clause)), variable_names(clause)[0])


def _head_args(clause: Clause) -> tuple[Var, ...]:
    return tuple(Var(i) for i in range(clause.arity))


def _goals(
    literal: Literal | Threshold | Member,
    clause: Clause,
    names: Mapping[Var, str],
    value: str,
) -> list[str]:
    if isinstance(literal, Member):
        head = "-".join(names[var] for var in _head_args(clause))
        rows = _filled(["-".join(map(_operand, row)) for row in literal.rows])
        return [f"member({head}, [{rows}])"]
    if isinstance(literal, Threshold):
        bounds = [f"{value} {b.op} {b.number.text}" for b in literal.bounds]
        return [_atom(literal.atom, {**names, VALUE: value}), *bounds]
    return [("\\+ " if literal.negated else "") + _atom(literal, names)]


def _operand(constant: Const) -> str:
    """Return a constant so that it can stand beside an infix minus."""
    text = constant.text
    plain = re.fullmatch(r"\w+|'(?:[^'\\]|\\.|'')*'|\w[\w.]*\(.*\)", text)
    return text if plain else f"({text})"


def _atom(literal: Literal, names: Mapping[Var, str]) -> str:
    if not literal.args:
        return _alone(literal.name)
    args = [names[arg] if isinstance(arg, Var) else arg.text for arg in literal.args]
    if literal.name in _INFIX and len(args) == 2:
        return f"{args[0]} {literal.name} {args[1]}"
    return f"{literal.name}({', '.join(args)})"


def _alone(name: str) -> str:
    """Return a name without arguments, in brackets where it could be an operator."""
    plain = re.match(r"[\w'\[{!]", name) and not _PREFIX.fullmatch(name)
    return name if plain else f"({name})"


def _filled(items: list[str]) -> str:
    """Join items by commas, in lines where they are too long for one."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 12 > WIDTH:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{item}"
    return ",\n        ".join(lines)


# Answer set programming


def to_asp(theory: Theory) -> str:
    """Return a program in clingo's syntax."""
    return _program(theory, _asp_clause)


def _asp_clause(clause: Clause) -> str:
    names, values = variable_names(clause)
    if any(isinstance(literal, Member) for literal in clause.body):
        return "\n".join(
            f"{_asp_name(clause.name)}({', '.join(_asp_constant(c) for c in row)})."
            for literal in clause.body
            if isinstance(literal, Member)
            for row in literal.rows
        )
    names |= {Var(i): _asp_constant(constant) for i, constant in clause.fixed}
    head = _asp_atom(Literal(clause.name, _head_args(clause)), names)
    goals, bound = [], {Var(i) for i, _ in clause.fixed}
    for literal, value in zip(clause.body, values, strict=True):
        atom = literal.atom if isinstance(literal, Threshold) else literal
        assert isinstance(atom, Literal)
        if not atom.negated:
            bound |= {arg for arg in atom.args if isinstance(arg, Var)}
        text = _asp_atom(atom, {**names, VALUE: value})
        goals.append(f"not {text}" if atom.negated else text)
        if isinstance(literal, Threshold):
            for b in literal.bounds:
                op = "<=" if b.op == "=<" else b.op
                goals.append(f"{value} {op} {_asp_number(b.number.text)}")
    for var in _head_args(clause):
        if var not in bound:
            raise OutputError(
                f"clingo cannot run '{clause_text(clause)}': nothing binds argument "
                f"{var.index + 1} of its head; write the theory as Prolog"
            )
    return f"{head} :- {', '.join(goals)}."


def _asp_atom(literal: Literal, names: Mapping[Var, str]) -> str:
    name = _asp_name(literal.name)
    args = [
        names[arg] if isinstance(arg, Var) else _asp_constant(arg)
        for arg in literal.args
    ]
    return f"{name}({', '.join(args)})" if args else name


def _asp_name(name: str) -> str:
    if re.fullmatch(r"_*[a-z][A-Za-z0-9_']*", name):
        return name
    raise OutputError(f"clingo has no predicate names like {name}; rename it")


def _asp_constant(constant: Const) -> str:
    text = constant.text
    if text == "_" or re.fullmatch(r"_*[a-z][A-Za-z0-9_]*", text):
        return text
    if re.fullmatch(r"-?[\d.][\d.eE+Inf_-]*", text):
        return _asp_number(text)
    if text[0] in "'\"" and text[-1] == text[0]:
        raw = _unquoted(text).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{raw}"'.replace("\n", "\\n")
    raise OutputError(f"clingo cannot hold the term {text}; write the theory as Prolog")


def _unquoted(text: str) -> str:
    """Return what a quoted atom or string of Prolog says."""
    quote = text[0]
    controls = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))

    def plain(match: re.Match[str]) -> str:
        code, char = match[1] or match[2] or match[3], match[4]
        if code:
            return chr(int(code, 16))
        return controls.get(char, char) if char else quote

    hexadecimal = "[0-9A-Fa-f]"
    return re.sub(
        rf"\\x({hexadecimal}+)\\|\\u({hexadecimal}{{4}})|\\U({hexadecimal}{{8}})"
        rf"|\\(.)|{quote}{quote}",
        plain,
        text[1:-1],
    )


def _asp_number(text: str) -> str:
    if re.fullmatch(r"-?\d{1,10}", text) and -(2**31) <= int(text) < 2**31:
        return text
    raise OutputError(
        f"clingo cannot hold the number {text}: it has whole numbers of 32 bits only. "
        "Scale the data to whole numbers, or write the theory as Prolog"
    )


# JSON


def to_json(theory: Theory) -> str:
    """Return the theory as data."""
    data = {
        "target": str(theory.target),
        "partial": theory.partial,
        "examples": _json_counts(theory.examples),
        "covered": _json_counts(theory.covers),
        "notes": list(theory.notes),
        "clauses": [
            {
                "head": head_text(learned.clause),
                "body": body_texts(learned.clause),
                "prolog": clause_text(learned.clause),
                "covers": _json_counts(learned.covers),
            }
            for learned in theory.clauses
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _json_counts(counts: Counts | None) -> dict[str, int] | None:
    if counts is None:
        return None
    return {"positives": counts.positives, "negatives": counts.negatives}


# Text


def to_text(theory: Theory, sentences: Sentences | None = None) -> str:
    """Return the rules as English sentences, exceptions inside their rule."""
    prose = _Prose(theory, sentences or Sentences())
    rules = [c for c in theory.clauses if c.clause.name == theory.target.name]
    paragraphs = [
        "\n".join(prose.rule(learned, f"{number}. ", 0))
        for number, learned in enumerate(rules, 1)
    ]
    count = len(paragraphs)
    title = f"{theory.target} has {count} rule{'s' * (count != 1)}"
    if theory.covers and theory.examples:
        title += (
            f". {'Together they cover' if count > 1 else 'It covers'} "
            f"{theory.covers.positives} of "
            f"{theory.examples.positives} positive examples and "
            f"{theory.covers.negatives} of {theory.examples.negatives} negative ones"
        )
    if theory.partial:
        title += ". The search was stopped early"
    return "\n\n".join([f"{title}.", *paragraphs]) + "\n"


class _Prose:
    """Says clauses in words, with the sentences that predicates have."""

    def __init__(self, theory: Theory, sentences: Sentences) -> None:
        self.sentences = sentences
        self.exceptions: dict[str, list[LearnedClause]] = {}
        for learned in theory.clauses:
            if learned.clause.name != theory.target.name:
                self.exceptions.setdefault(learned.clause.name, []).append(learned)

    def rule(self, learned: LearnedClause, label: str, depth: int) -> list[str]:
        clause = learned.clause
        names, values = variable_names(clause)
        conditions: list[str] = []
        inner: list[LearnedClause] = []
        for literal, value in zip(clause.body, values, strict=True):
            if found := self.exceptions_of(literal):
                inner += found
            else:
                conditions.append(self.phrase(literal, clause, names, value))
        condition = " and ".join(conditions)
        text = condition or "always"
        if not depth:
            text = self.default(clause, condition, normally=bool(inner))
        count = ""
        if learned.covers:
            count = f" ({_counts(learned.covers)})" if depth == 0 else ""
        ending = ", except if:" if inner else "."
        lines = [f"{'   ' * depth}{label}{text}{count}{ending}"]
        for number, other in enumerate(inner):
            lines += self.rule(other, f"{letter(number).lower()}) ", depth + 1)
        return lines

    def exceptions_of(self, literal: BodyLiteral) -> list[LearnedClause]:
        """Return the clauses that a literal excludes."""
        if isinstance(literal, Literal) and literal.negated:
            return self.exceptions.get(literal.name, [])
        return []

    def default(self, clause: Clause, condition: str, *, normally: bool) -> str:
        """Return a rule of the target without its exceptions."""
        names, _ = variable_names(clause)
        args = [names[var] for var in _head_args(clause)]
        if said := self.sentences.say(clause.name, args):
            opening = f"normally, {said}" if normally else said
            return f"{opening} if {condition}" if condition else f"{opening}, always"
        head = head_text(clause)
        if not condition:
            return f"{head} always holds"
        return f"{head} {'normally holds' if normally else 'holds'} if {condition}"

    def phrase(
        self,
        literal: BodyLiteral,
        clause: Clause,
        names: Mapping[Var, str],
        value: str,
    ) -> str:
        """Return what a literal says."""
        if isinstance(literal, Member):
            return _enumeration(literal, clause, names)
        if isinstance(literal, Threshold):
            words = {"=<": "at most", ">": "more than"}
            bounds = [f"{words[b.op]} {b.number.text}" for b in literal.bounds]
            bound = " and ".join(bounds)
            said = self.said(literal.atom, {**names, VALUE: value})
            if said:
                return f"{said} with {value} {bound}"
            return f"{_property(literal.atom, names)} is {bound}"
        if said := self.said(literal, names):
            return said
        no = "not " if literal.negated else ""
        if len(literal.args) == 2 and isinstance(literal.args[1], Const):
            return f"{no}{_property(literal, names)} is {literal.args[1].text}"
        return f"{no}{_atom(literal, names)} holds"

    def said(self, literal: Literal, names: Mapping[Var, str]) -> str | None:
        """Return the sentence of a literal, if it has one."""
        args = [
            names[arg] if isinstance(arg, Var) else arg.text for arg in literal.args
        ]
        return self.sentences.say(literal.name, args, holds=not literal.negated)


def _enumeration(literal: Member, clause: Clause, names: Mapping[Var, str]) -> str:
    head = ", ".join(names[var] for var in _head_args(clause))
    rows = [", ".join(c.text for c in row) for row in literal.rows]
    if clause.arity > 1:
        head, rows = f"({head})", [f"({row})" for row in rows]
    if len(rows) == 1:
        return f"{head} is {rows[0]}"
    return f"{head} is one of {', '.join(rows)}"


def _property(literal: Literal, names: Mapping[Var, str]) -> str:
    first = literal.args[0]
    if len(literal.args) == 2 and isinstance(first, Var) and first != VALUE:
        return f"the {literal.name.replace('_', ' ')} of {names[first]}"
    return f"the value in {_atom(literal, {**names, VALUE: 'it'})}"
