"""Popper's problems: a directory with ``bk.pl``, ``exs.pl`` and ``bias.pl``.

Prolog loads the first two. The facts of the bias, and those that its plain rules derive
from them, become modes and limits of the search; what only clingo could use is skipped
with a warning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.declarations import Skipped, is_count, predicate_at
from fold_cli.files.dialects.clingo import Statement, Term, TermError, statements
from fold_cli.files.dialects.datalog import consequences, needed
from fold_cli.files.dialects.directory import POPPER_FILES
from fold_cli.files.modes import UNTYPED, VARIABLE, directions, head_mode
from fold_cli.files.problem import Arg, Bias
from fold_cli.files.sources import check_file, is_file

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake
    from fold_cli.theory.terms import Predicate

_UNDERSTOOD = {
    "head_pred": 2,
    "body_pred": 2,
    "type": 2,
    "direction": 2,
    "max_vars": 1,
    "max_body": 1,
    "max_clauses": 1,
    "enable_recursion": 0,
    "non_datalog": 0,
    "allow_singletons": 0,
}

_ONE_VARIABLE = re.compile(
    r":-clause\((\w+)\),#count\{(\w+):(?:clause_var\(\1,\2\),)?"
    r"var_type\(\1,\2,([a-z][A-Za-z0-9_]*)\)\}(?:!=1|>1)\."
)


def read(intake: Intake) -> Declarations:
    """Load background and examples; return the declarations of the bias."""
    directory = Path(intake.sources.background[0])
    background, examples, bias = (str(directory / name) for name in POPPER_FILES)
    for path in (background, examples, bias):
        if not is_file(path):
            raise InputError(
                "this file is missing; a Popper problem is a directory with "
                + ", ".join(POPPER_FILES),
                path,
            )
    skipped: list[Skipped] = []
    for path in (background, *intake.sources.background[1:]):
        _load(intake, path, "foreign", skipped)
    _load(intake, examples, "exs", skipped)
    declared = intake.declarations()
    _Bias(bias, skipped).declare(declared)
    declared.examples = examples
    declared.head_first = declared.lenient = True
    intake.warn_of_skipped(
        "being for Popper's own search", [*declared.skipped, *skipped], _UNDERSTOOD
    )
    return declared


def _load(intake: Intake, path: str, role: str, skipped: list[Skipped]) -> None:
    """Load a file without lines such as ``#T1`` that are not Prolog."""
    lines = check_file(path).split("\n")
    strays = [i for i, line in enumerate(lines) if line.lstrip(" \t").startswith("#")]
    if not strays:
        intake.load(path, role)
        return
    for i in strays:
        skipped.append(Skipped(path, i + 1, lines[i].strip()))
        lines[i] = ""
    intake.load_text(path, "\n".join(lines), role)


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact of the bias: its arguments, and the line of it or of its rule."""

    args: tuple[Term, ...]
    line: int


class _Bias:
    """The facts of ``bias.pl``, those that its rules derive among them."""

    def __init__(self, path: str, skipped: list[Skipped]) -> None:
        self.path = path
        self.skipped = skipped
        self.single_types: list[str] = []
        self.facts: dict[str, list[_Fact]] = {name: [] for name in _UNDERSTOOD}
        self.about: dict[tuple[str, str], list[_Fact]] = {}  # by first argument too
        understood = [s for s in statements(check_file(path)) if self.understand(s)]
        used = needed(understood, _UNDERSTOOD)
        for statement in understood:
            assert statement.head
            if statement.head.name not in used:
                self.skip(statement)
        program = [s for s in understood if s.head and s.head.name in used]
        for head, line in self.consequences(program):
            if head.name in self.facts:
                fact = _Fact(head.args, line)
                self.facts[head.name].append(fact)
                if fact.args:
                    self.about.setdefault((head.name, fact.args[0].name), []).append(
                        fact
                    )

    def consequences(self, program: list[Statement]) -> list[tuple[Term, int]]:
        try:
            return consequences(program)
        except TermError as fault:
            raise InputError(fault.message, self.path, fault.line) from None

    def understand(self, statement: Statement) -> bool:
        """Return whether a statement is a fact or plain rule; skip or reject others."""
        single_type = _ONE_VARIABLE.fullmatch(re.sub(r"\s+", "", statement.text))
        if single_type:
            self.single_types.append(single_type.group(3))
            return False
        if statement.fault:
            name = re.match(r"\w*", statement.text)
            if name and name.group() in _UNDERSTOOD:
                raise InputError(
                    f"{statement.text}: {statement.fault}",
                    self.path,
                    statement.fault_line,
                )
            self.skip(statement)
            return False
        head = statement.head
        assert head
        if _UNDERSTOOD.get(head.name, len(head.args)) != len(head.args):
            raise InputError(
                f"{head.name} has {_UNDERSTOOD[head.name]} arguments in a bias, not "
                f"{len(head.args)}",
                self.path,
                statement.line,
            )
        if not statement.body and (variable := _variable_in(head)):
            raise InputError(
                f"{statement.text}: a fact of a bias has no variable, as {variable} is",
                self.path,
                statement.line,
            )
        return True

    def skip(self, statement: Statement) -> None:
        self.skipped.append(Skipped(self.path, statement.line, statement.text))

    # From facts to modes

    def declare(self, declared: Declarations) -> None:
        """Add the modes and the bias."""
        if not self.facts["head_pred"]:
            raise InputError(
                "no head_pred: say what is to be learned, such as head_pred(f,1).",
                self.path,
                1,
            )
        for fact in self.facts["head_pred"]:
            predicate = self.predicate(fact)
            args = self.args(predicate, fact.line)
            declared.heads.append(head_mode(predicate, args, self.path, fact.line))
        bodies = [*self.facts["body_pred"]]
        recursion = bool(self.facts["enable_recursion"])
        if recursion:
            bodies += self.facts["head_pred"]
        for fact in bodies:
            predicate = self.predicate(fact)
            args = self.args(predicate, fact.line)
            declared.bodies += directions(predicate, args, self.path, fact.line)
        declared.bias = Bias(
            max_body=self.bound("max_body"),
            max_vars=self.bound("max_vars"),
            max_clauses=self.bound("max_clauses"),
            recursion=recursion,
            single_types=tuple(dict.fromkeys(self.single_types)),
            datalog=not self.facts["non_datalog"],
        )

    def predicate(self, fact: _Fact) -> Predicate:
        name, arity = fact.args
        if name.args or name.variable or not is_count(arity.name):
            raise InputError(
                f"a predicate is given as name,arity; this is {name},{arity}",
                self.path,
                fact.line,
            )
        return predicate_at(name.name, int(arity.name), self.path, fact.line)

    def args(self, predicate: Predicate, line: int) -> list[Arg]:
        """Return the types and directions of a predicate's arguments."""
        types = self.tuple_of("type", predicate, line)
        kinds = self.tuple_of("direction", predicate, line)
        without = UNTYPED if self.facts["type"] else "object"
        types = types or [without] * predicate.arity
        wording = {"in": "+", "out": "-", "": VARIABLE}
        kinds = kinds or [""] * predicate.arity
        return [Arg(wording[k], name) for k, name in zip(kinds, types, strict=True)]

    def tuple_of(self, name: str, predicate: Predicate, line: int) -> list[str]:
        """Return a predicate's tuple in ``type`` or ``direction``; empty if none."""
        wrong = None
        for fact in self.about.get((name, predicate.name), ()):
            term = fact.args[1]
            items = term.args if term.name == "()" else (term,)
            if len(items) == predicate.arity:
                words = [str(item) for item in items]
                if name == "direction" and not {"in", "out"}.issuperset(words):
                    raise InputError(
                        f"a direction of {predicate} is neither in nor out: {term}",
                        self.path,
                        fact.line,
                    )
                return words
            wrong = fact
        if wrong:
            raise InputError(
                f"{name} of {predicate} is {wrong.args[1]}; it should have "
                f"{predicate.arity} part{'s' * (predicate.arity > 1)} "
                f"({self.path}:{line} declares the predicate)",
                self.path,
                wrong.line,
            )
        return []

    def bound(self, name: str) -> int | None:
        for fact in self.facts[name]:
            if not is_count(fact.args[0].name):
                raise InputError(
                    f"{name} is {fact.args[0]}, not a number", self.path, fact.line
                )
            return int(fact.args[0].name)
        return None


def _variable_in(term: Term) -> str:
    """Return a variable in a term; empty if there is none."""
    if term.variable:
        return term.name
    return next(filter(None, map(_variable_in, term.args)), "")
