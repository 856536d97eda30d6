"""Clauses of a background in Prolog as rules of clingo, one or more for each.

What both can say is said: facts, rules, ``\\+`` before an atom or a comparison,
comparisons, arithmetic with ``is``, ``between/3``, and ``;``, which gives a rule for
each alternative. Anything else, such as a cut or a built-in of Prolog, is an error that
names the clause. Linear in the length of the rules that come out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError, OutputError
from fold_cli.files.clauses import is_conjunction
from fold_cli.files.declarations import read_json
from fold_cli.files.shapes import holes_in, is_variable
from fold_cli.theory.formats.clingo_format import COMPARISONS
from fold_cli.theory.formats.clingo_terms import ClingoTerms, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from fold_cli.theory.formats.clingo_terms import Tree

MAX_ALTERNATIVES = 1000
"""Rules that one clause with ``;`` may become."""

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SUMS = {"+": "+", "-": "-"}
_PRODUCTS = {"*": "*", "//": "/", "rem": "\\", "**": "**", "^": "**"}


class SourceClause(NamedTuple):
    """A clause as ``fold_json.pl`` encodes it, and where it stands."""

    tree: Tree
    file: str = ""
    line: int = 0  # 0: not known


def background_clauses(module: str) -> list[SourceClause]:
    """Return the clauses of the background of a problem that Prolog holds."""
    texts = engine().call("fold_convert", "background_clauses", module)
    return [
        SourceClause(item["term"], item["file"], item["line"])
        for item in map(read_json, texts)
    ]


def clauses_of(text: str, path: str = "") -> list[SourceClause]:
    """Return the clauses of a text, which a file at a path may hold."""
    texts = engine().call("fold_clauses", "read_clauses", path, text)
    items = map(read_json, texts)
    return [SourceClause(item["term"], path, item["line"]) for item in items]


class _UntranslatableError(Exception):
    """Why a clause cannot be said."""


def clingo_rules(
    clauses: Sequence[SourceClause],
    terms: ClingoTerms,
    used: Collection[tuple[str, int]],
    left_out: set[str],
) -> Iterator[tuple[SourceClause, list[str]]]:
    """Yield each clause with the rules that say the same.

    What no rule of the ``used`` predicates needs and clingo cannot say is left out, and
    its predicate is added to ``left_out``.
    """
    defined = {*used, *(signature(head_and_body(clause.tree)[0]) for clause in clauses)}
    needed = _reached(clauses, used)
    for clause in clauses:
        try:
            yield clause, _Translation(terms, defined).of(clause.tree)
        except (_UntranslatableError, OutputError) as error:
            name, arity = signature(head_and_body(clause.tree)[0])
            if (name, arity) not in needed:
                left_out.add(f"{name}/{arity}")
                continue
            raise InputError(
                f"clingo cannot say {_shown(clause.tree)}: {error}",
                clause.file,
                clause.line,
            ) from None


def _reached(
    clauses: Sequence[SourceClause], used: Collection[tuple[str, int]]
) -> set[tuple[str, int]]:
    """Return predicates and all that their clauses call."""
    calls: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for clause in clauses:
        head, body = head_and_body(clause.tree)
        waiting = [] if body is None else [body]
        called = calls.setdefault(signature(head), set())
        while waiting:
            term = waiting.pop()
            if term[0] in "af":
                called.add(signature(term))
                waiting += term[3] if term[0] == "f" else []
    reached, new = set(), set(used)
    while new:
        reached |= new
        new = {call for key in new for call in calls.get(key, ())} - reached
    return reached


def head_and_body(tree: Tree) -> tuple[Tree, Tree | None]:
    """Return the head of a clause, and its body if it has one."""
    if tree[0] == "f" and tree[1] == ":-" and len(tree[3]) == 2:
        return tree[3][0], tree[3][1]
    return tree, None


def signature(atom: Tree) -> tuple[str, int]:
    """Return the name of an atom and the number of its arguments."""
    return (atom[1], len(atom[3]) if atom[0] == "f" else 0)


class _Translation:
    """Says one clause."""

    def __init__(self, terms: ClingoTerms, defined: set[tuple[str, int]]) -> None:
        self.terms, self.defined = terms, defined
        self.names: dict[str, str] = {}

    def of(self, tree: Tree) -> list[str]:
        """Return the rules."""
        self.names = _variables(tree)
        head, body = head_and_body(tree)
        head_text = self._atom(head)
        if body is None:
            return [f"{head_text}."]
        return [f"{head_text} :- {', '.join(goals)}." for goals in self._bodies(body)]

    def _bodies(self, tree: Tree) -> list[list[str]]:
        """Return the conjunctions of which one must hold."""
        if is_conjunction(tree):
            bodies: list[list[str]] = [[]]
            for goal in tree[3]:
                alternatives = self._bodies(goal)
                for body in bodies if len(alternatives) == 1 else ():
                    body += alternatives[0]
                if len(alternatives) != 1:
                    bodies = _checked(
                        [one + two for one in bodies for two in alternatives]
                    )
            return bodies
        name, args = tree[1], tree[3] if tree[0] == "f" else []
        if name == "," and len(args) == 2:  # within a disjunction
            pairs = [self._bodies(arg) for arg in args]
            return _checked([one + two for one in pairs[0] for two in pairs[1]])
        if name in (";", "|") and len(args) == 2:
            if any(arg[0] == "f" and arg[1] in ("->", "*->") for arg in args):
                raise _UntranslatableError("it has no if-then-else")
            return _checked([*self._bodies(args[0]), *self._bodies(args[1])])
        if name in ("\\+", "not") and len(args) == 1:
            return [[self._negated(args[0])]]
        return [[self._goal(tree)]]

    def _negated(self, tree: Tree) -> str:
        if tree[0] == "f" and tree[1] in COMPARISONS and len(tree[3]) == 2:
            return self._comparison(tree, _OPPOSITE.__getitem__)
        if self._is_atom(tree):
            return f"not {self._atom(tree)}"
        raise _UntranslatableError("its not stands before an atom or a comparison only")

    def _goal(self, tree: Tree) -> str:
        name, args = tree[1], tree[3] if tree[0] == "f" else []
        if tree[0] == "a" and name in ("true", "fail", "false"):
            return "#true" if name == "true" else "#false"
        if name in COMPARISONS and len(args) == 2:
            return self._comparison(tree, str)
        if name == "is" and len(args) == 2:
            return f"{self._sum(args[0])} = {self._sum(args[1])}"
        if name == "between" and len(args) == 3 and ("between", 3) not in self.defined:
            if self.terms.scale != 1:
                raise _UntranslatableError(
                    "between/3 counts by 1, which a scale changes"
                )
            low, high, value = map(self._sum, args)
            return f"{value} = {low}..{high}"
        if self._is_atom(tree):
            return self._atom(tree)
        if tree[0] == "a" and name == "!":
            raise _UntranslatableError("it has no cut")
        what = "a variable" if tree[0] == "v" else f"{name}/{len(args)}"
        raise _UntranslatableError(f"it has no {what}, which no clause here defines")

    def _is_atom(self, tree: Tree) -> bool:
        return tree[0] in "af" and signature(tree) in self.defined

    def _atom(self, tree: Tree) -> str:
        if tree[0] not in "af":
            raise _UntranslatableError("it is no atom")
        name = name_of(tree[1])
        if tree[0] == "a":
            return name
        args = [self.terms.term(arg, self.names) for arg in tree[3]]
        return f"{name}({', '.join(args)})"

    def _comparison(self, tree: Tree, sign: Callable[[str], str]) -> str:
        """Return a comparison, of numbers or of terms as they are."""
        name, (left, right) = tree[1], tree[3]
        numeric = name in ("=:=", "=\\=", "<", ">", "=<", ">=")
        sides = [
            self._sum(side) if numeric else self.terms.term(side, self.names)
            for side in (left, right)
        ]
        return f"{sides[0]} {sign(COMPARISONS[name])} {sides[1]}"

    def _sum(self, tree: Tree) -> str:
        """Return an expression of numbers."""
        if tree[0] == "n":
            return self.terms.number(tree[1])
        if tree[0] == "v":
            return self.names[tree[1]]
        if tree[0] == "f":
            sides = [self._sum(arg) for arg in tree[3]]
            if tree[1] in _SUMS and len(sides) == 2:
                return f"({sides[0]}{_SUMS[tree[1]]}{sides[1]})"
            if tree[1] == "-" and len(sides) == 1:
                return f"(-{sides[0]})"
            if tree[1] == "abs" and len(sides) == 1:
                return f"|{sides[0]}|"
            if tree[1] in _PRODUCTS and len(sides) == 2:
                if self.terms.scale == 1:
                    return f"({sides[0]}{_PRODUCTS[tree[1]]}{sides[1]})"
                raise _UntranslatableError(
                    f"{tree[1]} means something else with a scale"
                )
        shown = tree[1] if tree[0] in "af" else "this"
        raise _UntranslatableError(
            f"its numbers are whole, and it does not compute {shown}"
        )


def _checked(bodies: list[list[str]]) -> list[list[str]]:
    if len(bodies) > MAX_ALTERNATIVES:
        raise _UntranslatableError(f"it would be more than {MAX_ALTERNATIVES} rules")
    return bodies


def _variables(tree: Tree) -> dict[str, str]:
    """Return the names of a clause's variables, A, B, ...; ``_`` if one occurs once."""
    uses = Counter(variable[1] for variable in holes_in(tree, is_variable))
    return {name: "_" if count == 1 else name for name, count in uses.items()}


def _shown(tree: Tree) -> str:
    """Return a clause for people, shortened."""
    head, body = head_and_body(tree)
    shown = _text(head) + (" :- ..." if body is not None else "")
    return shown if len(shown) <= 100 else f"{shown[:97]}..."


def _text(tree: Tree) -> str:
    if tree[0] == "f":
        return str(tree[4] or f"{tree[2]}({', '.join(map(_text, tree[3]))})")
    return f"[{', '.join(map(_text, tree[1]))}]" if tree[0] == "l" else str(tree[-1])
