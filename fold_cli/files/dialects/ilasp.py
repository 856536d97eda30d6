"""ILASP and FastLAS, and FOLD's authors later: ``#modeh``, ``#modeb``, ``#constant``.

The statements stand in a file of their own, or in one file with the background. FOLD's
authors write them without a full stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.declarations import Skipped, is_count, predicate_at
from fold_cli.files.dialects.clingo import (
    Parser,
    Term,
    TermError,
    Token,
    closing,
    tokens,
)
from fold_cli.files.dialects.hash_statements import check_known, check_place
from fold_cli.files.modes import VARIABLE, directions, head_mode
from fold_cli.files.problem import Arg, Mode
from fold_cli.files.sources import check_file, has_hash_statements
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake

_NAMES = ("name", "quoted")
_COMPARISONS = {
    "<": "<", ">": ">", "<=": "=<", ">=": ">=", "=": "=", "==": "=", "!=": "\\==",
}  # fmt: skip
"""Comparisons of clingo, and the predicates of Prolog that they are here."""

_BOUNDS = ("maxv", "maxbl", "max_body_literals")


@dataclass(frozen=True, slots=True)
class HashStatement:
    """A ``#`` statement such as ``#modeb(1, p(var(t)))``."""

    name: str
    args: tuple[Term, ...]
    file: str
    line: int


class _BodyMode(Parser):
    """Reads a mode; ``not`` is left out, as exceptions are learned with any mode."""

    def term(self) -> Term:
        following = self.tokens[self.at + 1 : self.at + 2]
        if self.peek() == "not" and following and following[0].kind in _NAMES:
            self.take()
        term = super().term()
        if self.depth == 1 and self.peek() in _COMPARISONS:
            sign = _COMPARISONS[self.take().text]
            return Term(sign, (term, super().term()))
        return term


def read(intake: Intake) -> Declarations:
    """Load background and examples; return the declarations.

    A file of ``#`` statements alone may stand anywhere among the others.
    """
    sources = intake.sources
    statements: list[HashStatement] = []
    skipped: list[Skipped] = []
    programs: list[tuple[str, str | None]] = []  # files; text without # statements
    for path in sources.files:
        rest = None
        if has_hash_statements(path):
            found, rest = split(check_file(path), path, skipped)
            statements += found
        if rest is None or rest.strip():
            programs.append((path, rest))
    extra = {*sources.background[1:], sources.modes}
    roles = iter(("foreign", "pos", "neg"))
    examples = None
    for path, rest in programs:
        role = "foreign" if path in extra else next(roles)
        examples = path if role == "pos" else examples
        if rest is None:
            intake.load(path, role)
        else:
            intake.load_text(path, rest, role)
    examples = _examples(intake, statements, skipped) or examples
    declared = intake.declarations()
    declared.examples = examples
    _declare(statements, declared, skipped)
    intake.warn_of_skipped("being for other systems", [*declared.skipped, *skipped])
    return declared


def split(
    text: str, path: str, skipped: list[Skipped]
) -> tuple[list[HashStatement], str]:
    """Return the ``#`` statements of a text, and the text without them."""
    statements: list[HashStatement] = []
    rest = list(text)
    words = list(tokens(text))
    at, at_start = 0, True
    while at < len(words):
        token = words[at]
        if token.kind == "hash" and at_start:
            end = _statement(words, at, path, statements, skipped)
            stop = words[end].start if end < len(words) else len(text)
            for i in range(token.start, stop):
                rest[i] = rest[i] if rest[i] == "\n" else " "
            at = end
        else:
            if token.kind == "hash":
                check_place(words[at - 1], token, path)
            at_start = token.kind == "stop"
            at += 1
    return statements, "".join(rest)


def _statement(
    words: list[Token],
    at: int,
    path: str,
    statements: list[HashStatement],
    skipped: list[Skipped],
) -> int:
    """Read the statement that begins at a token; return where the next begins."""
    token = words[at]
    check_known(token, path)
    try:
        parser = (_BodyMode if token.text == "#modeb" else Parser)(words, at + 1)
        args: tuple[Term, ...] = ()
        if parser.peek() == "(":
            args, _ = parser.items(parser.take())
        statements.append(HashStatement(token.text[1:], args, path, token.line))
        end = parser.at
    except TermError as fault:
        open_example = token.text == "#pos" and not closing(words, at + 1)
        if token.text in ("#modeh", "#modeb", "#constant", "#maxv") or open_example:
            signed = fault.message in ("unexpected +", "unexpected -")
            hint = "; write var(type) or const(type), or ':- modeb' for +type" * signed
            raise InputError(
                f"{token.text}: {fault.message}{hint}", path, fault.line
            ) from None
        skipped.append(Skipped(path, token.line, token.text))
        end = at + 1
        while end < len(words) and words[end].kind != "stop":
            end += 1
    stopped = end < len(words) and words[end].kind == "stop"
    return end + 1 if stopped else end


def _examples(
    intake: Intake, statements: list[HashStatement], skipped: list[Skipped]
) -> str | None:
    """Load the examples of ``#pos({...}, {...})``; return the file they are in."""
    lines: dict[tuple[str, str], dict[int, list[str]]] = {}
    for statement in statements:
        sets = [arg.args for arg in statement.args if arg.name == "{}"]
        if statement.name == "pos" and len(sets) == 2:
            for role, atoms in zip(("pos", "neg"), sets, strict=True):
                at = lines.setdefault((statement.file, role), {})
                at.setdefault(statement.line, []).extend(f"{atom} ." for atom in atoms)
        elif statement.name in ("pos", "neg"):
            what = f"#{statement.name} with a context"
            skipped.append(Skipped(statement.file, statement.line, what))
    for (path, role), at in lines.items():
        text = [" ".join(at.get(line, [])) for line in range(1, max(at) + 1)]
        intake.load_text(path, "\n".join(text) + "\n", role)
    return next((path for path, role in lines if role == "pos"), None)


def _declare(
    statements: list[HashStatement], declared: Declarations, skipped: list[Skipped]
) -> None:
    constants = {str(h.args[0]) for h in statements if h.name == "constant" and h.args}
    for statement in statements:
        where = (statement.file, statement.line)
        if statement.name == "modeb" and (sides := _compared(statement)):
            mode = _comparison(statement, sides)
            if mode:
                declared.bodies.append(mode)
            else:
                skipped.append(Skipped(*where, "a mode that compares with a constant"))
        elif statement.name in ("modeh", "modeb"):
            predicate, args = _mode(statement, constants)
            if statement.name == "modeh":
                declared.heads.append(head_mode(predicate, args, *where))
            elif any(arg.kind == VARIABLE for arg in args):
                declared.bodies += directions(predicate, args, *where)
            else:
                skipped.append(Skipped(*where, "a mode without variables"))
        elif (
            statement.name in _BOUNDS
            and statement.args
            and is_count(statement.args[0].name)
        ):
            bound = int(statement.args[0].name)
            declared.bias = (
                replace(declared.bias, max_vars=bound)
                if statement.name == "maxv"
                else replace(declared.bias, max_body=bound)
            )
        elif statement.name not in ("constant", "pos", "neg"):
            skipped.append(Skipped(*where, f"#{statement.name}"))
    if not declared.heads:
        raise InputError(
            "no #modeh: say what is to be learned, such as #modeh(fly(var(bird)))",
            *((statements[0].file, statements[0].line) if statements else ()),
        )


def _compared(statement: HashStatement) -> tuple[Term, ...]:
    """Return the sides of a mode of a comparison; none for another mode."""
    return next(
        (arg.args for arg in statement.args if arg.name in _COMPARISONS.values()), ()
    )


def _comparison(statement: HashStatement, sides: tuple[Term, ...]) -> Mode | None:
    """Return the mode of a comparison; None where rules need none.

    A variable that is compared with constants has a number, which thresholds are
    tried for, or may be a constant.
    """
    name = next(a.name for a in statement.args if a.args == sides)
    types = [str(side.args[0]) for side in sides if side.name == "var" and side.args]
    if not types or (len(types) == 1 and name == "\\=="):
        return None
    args = tuple(Arg("+", type_) for type_ in types)
    args = args if len(args) == 2 else (*args, Arg("#", types[0]))
    return Mode(Predicate(name, 2), args, statement.file, statement.line)


def _mode(statement: HashStatement, constants: set[str]) -> tuple[Predicate, list[Arg]]:
    """Return the predicate of a mode, after a number of uses and before its flags."""
    terms = [
        arg for arg in statement.args if not is_count(arg.name) and arg.name != "*"
    ]
    if not terms or terms[0].name in ("()", "{}", "[]") or terms[0].variable:
        raise InputError(
            f"#{statement.name} is written like #{statement.name}(fly(var(bird)))",
            statement.file,
            statement.line,
        )
    term = terms[0]
    args = []
    for arg in term.args:
        if arg.name not in ("var", "const") or not arg.args:
            raise InputError(
                f"an argument of the mode for {term.name} is {arg}, not var(type) or "
                "const(type)",
                statement.file,
                statement.line,
            )
        type_name = str(arg.args[0])
        if arg.name == "const" and type_name not in constants:
            raise InputError(
                f"the mode for {term.name} takes constants of {type_name}, but no "
                f"#constant({type_name}, ...) names one",
                statement.file,
                statement.line,
            )
        args.append(Arg(VARIABLE if arg.name == "var" else "#", type_name))
    where = (statement.file, statement.line)
    return predicate_at(term.name, len(args), *where), args
