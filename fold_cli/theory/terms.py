"""Literals and clauses as frozen data.

A variable is a number: in a clause for a target of arity n, 0 to n - 1 are the
variables of the head, and higher numbers are introduced by the body. A constant
is the text with which Prolog writes it, so it is exact whatever its type.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Var:
    """A variable."""

    index: int

    def text_with(self, names: Mapping[Var, str]) -> str:
        """Return its name."""
        return names[self]


@dataclass(frozen=True, slots=True)
class Const:
    """A ground term, as Prolog writes it."""

    text: str

    def text_with(self, _: Mapping[Var, str]) -> str:
        """Return its text, whatever the names of variables."""
        return self.text


@dataclass(frozen=True, slots=True)
class Compound:
    """A term with variables in it: ``[A|B]`` is A and B between ``[``, ``|``, ``]``.

    Parts inside parts are not kept apart; each argument is a variable, or ``_``.
    """

    parts: tuple[str, ...]
    args: tuple[Var | Const, ...]

    def text_with(self, names: Mapping[Var, str]) -> str:
        """Return its text with the names of its variables."""
        first, *rest = self.parts
        pairs = zip(self.args, rest, strict=True)
        return first + "".join(arg.text_with(names) + part for arg, part in pairs)

    def with_args(self, changed: Callable[[Var | Const], Var | Const]) -> Compound:
        """Return the term with other arguments."""
        return Compound(self.parts, tuple(map(changed, self.args)))


Term: TypeAlias = Var | Const | Compound


class Predicate(NamedTuple):
    """A predicate: its name, as Prolog writes it, and its arity."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its negation as failure; the name is as Prolog writes it."""

    name: str
    args: tuple[Term, ...]
    negated: bool = False
    once: bool = False  # several clauses may make it true; one answer is enough

    @property
    def predicate(self) -> Predicate:
        """The predicate that it asks about."""
        return Predicate(self.name, len(self.args))

    @property
    def atom(self) -> Literal:
        """The literal itself, as a threshold has the atom with its number."""
        return self


VALUE = Var(-1)
"""The variable for the number that a threshold bounds; it occurs nowhere else."""


@dataclass(frozen=True, slots=True)
class Bound:
    """``VALUE op number``, with ``=<`` or ``>``.

    A date, which is an atom, is compared in the order of characters.
    """

    op: str
    number: Const

    @property
    def comparison(self) -> str:
        """The predicate of Prolog that compares."""
        return f"@{self.op}" if self.number.text.startswith("'") else self.op


@dataclass(frozen=True, slots=True)
class Threshold:
    """An atom that has VALUE as an argument, and the bounds of that number.

    The atom of a bound on a variable itself, ``X > 8``, is ``same_number(X)``.
    """

    atom: Literal
    bounds: tuple[Bound, ...]

    @property
    def variable(self) -> Var | None:
        """The variable that is itself bounded, if one is."""
        same = self.atom.name == "=" and self.atom.args[-1] == VALUE
        return self.atom.args[0] if same else None  # type: ignore[return-value]


def same_number(variable: Var) -> Literal:
    """Return the atom that says that VALUE is a variable's number."""
    return Literal("=", (variable, VALUE))


@dataclass(frozen=True, slots=True)
class Member:
    """The head's arguments are one of these rows: ``member(X, [a, b])``.

    It asks about no atom.
    """

    atom: ClassVar[None] = None

    rows: tuple[tuple[Const, ...], ...]
    qualified: bool = False  # written as ``lists:member``: the files define member/2


BodyLiteral: TypeAlias = Literal | Threshold | Member
Body: TypeAlias = tuple[BodyLiteral, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """``name(V0, ..., Vn-1) :- body``, where some V may be fixed to a constant."""

    name: str
    arity: int
    body: Body
    fixed: tuple[tuple[int, Const], ...] = ()

    @property
    def predicate(self) -> Predicate:
        """The predicate that it is a clause of."""
        return Predicate(self.name, self.arity)


def negation(literal: BodyLiteral) -> Literal:
    """Return the opposite of a literal that is no threshold and no enumeration."""
    assert isinstance(literal, Literal)
    return Literal(literal.name, literal.args, not literal.negated)


def is_negated(literal: BodyLiteral) -> bool:
    """Return whether this is a negated literal."""
    return isinstance(literal, Literal) and literal.negated


def variables(literal: BodyLiteral) -> set[int]:
    """Return the variables of a literal, but for the number that is bounded."""
    args = parts_of(literal.atom) if literal.atom else []
    return {arg.index for arg in args if isinstance(arg, Var) and arg != VALUE}


def is_safe(body: Sequence[BodyLiteral]) -> bool:
    """Return whether what negated literals have is in others as well."""
    return len(negated_late(body)) == len(body)


def negated_late(body: Sequence[BodyLiteral]) -> Body:
    """Return a body whose negated literals stand after what binds their variables.

    Those of which nothing binds all variables are left out.
    """
    bound: set[int] = set()
    late = [literal for literal in body if is_negated(literal)]
    ordered: list[BodyLiteral] = []
    for literal in (literal for literal in body if not is_negated(literal)):
        bound |= variables(literal)
        ordered += [literal, *(each for each in late if variables(each) <= bound)]
        late = [each for each in late if not variables(each) <= bound]
    return tuple(ordered)


def parts_of(atom: Literal) -> list[Var | Const]:
    """Return the arguments of an atom, and instead of terms with variables theirs."""
    return [
        part
        for arg in atom.args
        for part in (arg.args if isinstance(arg, Compound) else (arg,))
    ]


def with_parts(atom: Literal, changed: Callable[[Var | Const], Var | Const]) -> Literal:
    """Return an atom with other variables and constants, those in terms too."""
    args = tuple(
        arg.with_args(changed) if isinstance(arg, Compound) else changed(arg)
        for arg in atom.args
    )
    return replace(atom, args=args)


def with_variables(
    literal: Literal | Threshold, changed: Callable[[Var], Var]
) -> Literal | Threshold:
    """Return a literal with other variables."""

    def part(arg: Var | Const) -> Var | Const:
        return changed(arg) if isinstance(arg, Var) else arg

    if isinstance(literal, Threshold):
        return replace(literal, atom=with_parts(literal.atom, part))
    return with_parts(literal, part)


def asks_cell(literal: Literal | Threshold) -> bool:
    """Return whether a literal is about one cell of a row: ``b(X, x)``, ``a(X, A)``.

    That is how rules of tables are; who writes a theory may write others.
    """
    if isinstance(literal, Threshold):
        return literal.atom.args == (Var(0), VALUE)
    row, *value = literal.args or (None,)
    return row == Var(0) and len(value) == 1 and isinstance(value[0], Const)


def highest_variable(literal: BodyLiteral) -> int:
    """Return the highest number of a variable in a literal, -1 if it has none."""
    return max(variables(literal), default=-1)
