"""Checkpoints: the rules found so far in a file, from which a run is continued.

A checkpoint holds the digest of the files, the options and the version that it belongs
to. It holds literals as data and is checked like any other input, since what is in it
ends up in a theory.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli import __version__, bits
from fold_cli.errors import InputError, OutputError
from fold_cli.files.canonical import canonical
from fold_cli.files.sources import exists, is_file
from fold_cli.output import write_file
from fold_cli.theory.operators import is_number
from fold_cli.theory.quoting import requoted
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import VALUE, Bound, Const, Literal, Member, Threshold, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.terms import BodyLiteral, Term
    from fold_cli.use.problems.learning_problem import Learnable, LearningProblem

MAX_DEPTH = 200
"""Exceptions inside exceptions in a checkpoint; the search has no room for more."""

MAX_VARIABLES = 100_000
"""Variables of a rule in a checkpoint."""

SECONDS_BETWEEN_WRITES = 0.5
"""Seconds between writings, at least: about so much work may be lost."""

SHORT_WRITE_SECONDS = 0.05
"""Seconds of a writing; what takes k times as long is written k times less often."""


@dataclass
class Checkpoint:
    """A checkpoint file, with a part for each class of a problem with classes."""

    path: str
    digest: str = ""
    fault: str = ""  # why it could not be written the last time
    _parts: dict[str, Any] = field(default_factory=dict)
    _saved: dict[str, tuple[list[Any], Rule]] = field(default_factory=dict)
    _written: float = 0.0
    _due: float = 0.0  # when it is written again

    def open(
        self, sources: Sources | TableSource, problem: LearningProblem, options: Options
    ) -> None:
        """Read the file, if there is one, and check that it belongs to this run."""
        self.digest = _digest(sources, problem, options)
        if not exists(self.path):
            return
        if not is_file(self.path):  # it might give no answer, or no end of it
            raise InputError("is there, and is no file; name another file", self.path)
        try:
            data = json.loads(Path(self.path).read_text(encoding="utf-8"))
            digest, self._parts = data["fold checkpoint"], dict(data["parts"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise InputError(
                "is there, and is no checkpoint of fold; name another file", self.path
            ) from None
        if digest != self.digest:
            raise InputError(
                "is the checkpoint of a run with other files or options; remove it, or "
                "name another",
                self.path,
            )

    def start(self, problem: Learnable, coverage: Coverage) -> list[Rule]:
        """Return the rules that an earlier run learned of a problem.

        Whether they cover what they say is known when the theory is run.
        """
        part = self._parts.get(_part(problem))
        if part is None:
            return []
        try:
            reader = _Reader(problem, coverage.size)
            rules = [reader.rule(rule) for rule in _list(part["rules"])]
            reader.check_texts()
            if any((rule.covers & coverage.negatives).any() for rule in rules):
                raise ValueError("a rule of negative examples")
        except (ValueError, LookupError, TypeError, AttributeError):
            raise InputError("is damaged; remove it to start anew", self.path) from None
        return rules

    def save(self, problem: Learnable, rules: Sequence[Rule]) -> None:
        """Keep what has been learned of a problem; write it if it is time to."""
        part = _part(problem)
        self._parts[part] = {"rules": self._data(part, rules)}
        if time.monotonic() > self._due:
            self.write()

    def _data(self, part: str, rules: Sequence[Rule]) -> list[Any]:
        """Return rules as data: the last ones of a part, and those found since."""
        if not rules:
            return []
        data, last = self._saved.get(part, ([], None))
        if len(data) > len(rules) or (data and rules[len(data) - 1] is not last):
            data = []  # the search has begun anew
        data.extend(_rule_data(rule) for rule in rules[len(data) :])
        self._saved[part] = data, rules[-1]
        return data

    def write(self) -> None:
        """Write the file."""
        begun = time.monotonic()
        data = {"fold checkpoint": self.digest, "parts": self._parts}
        try:
            write_file(self.path, json.dumps(data) + "\n")
        except OutputError as error:
            if not self._written:
                raise
            self.fault = str(error)  # the run goes on without it
        self._written = time.monotonic()
        length = max(1.0, (self._written - begun) / SHORT_WRITE_SECONDS)
        self._due = self._written + length * SECONDS_BETWEEN_WRITES


def _part(problem: Learnable) -> str:
    """Return the class that is learned, and from how many examples, if there is one."""
    counts = f"{problem.positives}/{problem.negatives}"
    return " ".join([f"{text} {counts}" for _, text in problem.fixed])


def _digest(
    sources: Sources | TableSource, problem: LearningProblem, options: Options
) -> str:
    """Return what a checkpoint belongs to: version, options, and files with content."""
    digest = hashlib.sha256(repr((__version__, sources, options)).encode())
    for path in problem.files():
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


# Rules as data


def _rule_data(rule: Rule) -> list[Any]:
    return [
        [_literal_data(literal) for literal in rule.body],
        [_rule_data(exception) for exception in rule.exceptions],
        _bits_data(rule.default),
    ]


def _literal_data(literal: BodyLiteral) -> list[Any]:
    if isinstance(literal, Member):
        return ["member", [[const.text for const in row] for row in literal.rows]]
    if isinstance(literal, Threshold):
        bounds = [[bound.op, bound.number.text] for bound in literal.bounds]
        return ["threshold", _literal_data(literal.atom), bounds]
    args = [
        arg.index if isinstance(arg, Var) else arg.text_with({}) for arg in literal.args
    ]
    return ["literal", literal.name, args, literal.negated]


def _bits_data(covers: Bits) -> str:
    """Return bits as text; those of rules that cover few examples are short."""
    packed = zlib.compress(covers.astype("<u8").tobytes())
    return base64.b64encode(packed).decode("ascii")


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError("no list")
    return data


class _Reader:
    """Turns data into rules, and raises where it is not what was written."""

    def __init__(self, problem: Learnable, size: int) -> None:
        self._size, self._arity = size, problem.target.arity - len(problem.fixed)
        self._predicates = {
            (mode.predicate.name, mode.predicate.arity) for mode in problem.body
        }
        self._texts: set[str] = set()

    def rule(self, data: Any, depth: int = 0) -> Rule:
        literals, exceptions, default = _list(data)
        if depth > MAX_DEPTH:
            raise ValueError("exceptions without end")
        body, covers = tuple(map(self.literal, _list(literals))), self.bits(default)
        listed = [len(lit.rows) for lit in body if isinstance(lit, Member)]
        if listed and (len(body) > 1 or listed != [bits.count(covers)]):
            raise ValueError("not the examples that it covers")
        inner = tuple(self.rule(each, depth + 1) for each in _list(exceptions))
        return Rule(body, inner, covers)

    def literal(self, data: Any) -> BodyLiteral:
        kind, *parts = _list(data)
        if kind == "member":
            [rows] = parts
            return Member(tuple(map(self.row, _list(rows))))
        if kind == "threshold":
            atom, bounds = parts
            if not bounds:
                raise ValueError("no bounds")
            return Threshold(
                self.measuring(atom), tuple(map(self.bound, _list(bounds)))
            )
        return self.atom(data)

    def row(self, data: Any) -> tuple[Const, ...]:
        if len(_list(data)) != self._arity:
            raise ValueError("no example")
        return tuple(map(self.const, data))

    def bound(self, data: Any) -> Bound:
        op, number = _list(data)
        if op not in ("=<", ">") or not is_number(number):
            raise ValueError("no bound")
        return Bound(op, self.const(number))

    def measuring(self, data: Any) -> Literal:
        """Return an atom of which one argument is the number that is bounded."""
        kind, name, args, negated = _list(data)
        terms = [VALUE if arg == VALUE.index else self.term(arg) for arg in _list(args)]
        if kind != "literal" or terms.count(VALUE) != 1 or negated is not False:
            raise ValueError("no number")
        if name == "=" and isinstance(terms[0], Var) and terms[1:] == [VALUE]:
            return Literal(name, tuple(terms))  # of ``same_number``
        return Literal(self.name(name, terms), tuple(terms))

    def atom(self, data: Any) -> Literal:
        kind, name, args, negated = _list(data)
        if kind != "literal" or not isinstance(negated, bool):
            raise ValueError("no literal")
        terms = tuple(map(self.term, _list(args)))
        return Literal(self.name(name, terms), terms, negated)

    def name(self, data: Any, args: Sequence[Term]) -> str:
        if (data, len(args)) not in self._predicates:
            raise ValueError("no predicate of the problem")
        return str(data)

    def term(self, data: Any) -> Term:
        if data == "_":
            return Const(data)
        if type(data) is not int:
            return self.const(data)
        if not 0 <= data < MAX_VARIABLES:
            raise ValueError("no variable")
        return Var(data)

    def const(self, data: Any) -> Const:
        if not isinstance(data, str) or "\0" in data:
            raise ValueError("no constant")
        self._texts.add(data)
        return Const(data)

    def bits(self, data: Any) -> Bits:
        unpacked = zlib.decompressobj()
        try:
            packed = base64.b64decode(data, validate=True)
            raw = unpacked.decompress(packed, 8 * bits.words(self._size) + 8)
        except (binascii.Error, zlib.error) as error:
            raise ValueError("no bits") from error
        found = np.frombuffer(raw, dtype="<u8").astype(np.uint64)
        if len(found) != bits.words(self._size):
            raise ValueError("another number of examples")
        if not np.array_equal(found, bits.pack(bits.unpack(found, self._size))):
            raise ValueError("more examples than there are")
        return found

    def check_texts(self) -> None:
        """Raise unless every constant is written as Prolog or a table writes it."""
        for text, written in canonical(self._texts).items():
            if text not in (written, requoted(written)):
                raise ValueError("no constant")
