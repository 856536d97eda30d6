"""Concepts over lists, trees and numbers as problems, with examples made by Python.

The problems are of Popper's kind. Each concept has what its examples are made by: a
function from inputs to the output, or to whether they belong to it. Fresh examples come
from other seeds than those that are learned from.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING, Any

from list_inputs import (
    duplicate,
    evens_or_not,
    fibonacci,
    number,
    numbers,
    odd_even_in_turn,
    one_list,
    runs,
    same_or_not,
    tree,
    tree_and_value,
    two_lists,
    values,
    with_member,
    with_prefix,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BACKGROUND = """\
head([H|_],H).
tail([_|T],T).
empty([]).
cons(H,T,[H|T]).
snoc(L,X,M):- append(L,[X],M).
zero(0).
one(1).
even(A):- 0 is A mod 2.
odd(A):- 1 is A mod 2.
geq(A,B):- A >= B.
max(A,B,C):- C is max(A,B).
sum(A,B,C):- C is A+B.
increment(A,B):- B is A+1.
decrement(A,B):- A > 0, B is A-1.
member_(L,X):- member(X,L).
same(A,A).
nothing(0).
leaf(l).
left(t(L,_,_),L).
right(t(_,_,R),R).
value(t(_,V,_),V).
node(t(L,V,R),L,V,R).
is_zero(0).
is_one(1).
equal(A,A).
pair(A,B,p(A,B)).
less(A,B):- A < B.
minus(A,B,C):- A >= B, C is A-B.
plus(A,B,C):- C is A+B.
times(A,B,C):- C is A*B.
differ(A,B):- A \\== B.
lower(A,B):- A < B.
append_(A,B,C):- append(A,B,C).
single(A,[A]).
not_member(L,X):- \\+ memberchk(X,L).
greater(A,B,C):- C is max(A,B).
"""

LANGUAGE = {
    "head": "list:in element:out",
    "tail": "list:in list:out",
    "empty": "list:in",
    "none": "list:out",
    "cons": "element:in list:in list:out",
    "snoc": "list:in element:in list:out",
    "zero": "number:out",
    "one": "number:out",
    "even": "element:in",
    "odd": "element:in",
    "geq": "element:in element:in",
    "max": "element:in element:in element:out",
    "sum": "element:in element:in element:out",
    "increment": "number:in number:out",
    "decrement": "number:in number:out",
    "member_": "list:in element:in",
    "same": "list:in list:out",
    "nothing": "element:out",
    "leaf": "tree:in",
    "left": "tree:in tree:out",
    "right": "tree:in tree:out",
    "value": "tree:in element:out",
    "node": "tree:in tree:out element:out tree:out",
    "is_zero": "number:in",
    "is_one": "number:in",
    "equal": "number:in number:out",
    "pair": "element:in element:in element:out",
    "less": "number:in number:in",
    "minus": "number:in number:in number:out",
    "plus": "number:in number:in number:out",
    "times": "number:in number:in number:out",
    "differ": "element:in element:in",
    "lower": "element:in element:in",
    "append_": "list:in list:in list:out",
    "single": "element:in list:out",
    "not_member": "list:in element:in",
    "greater": "number:in number:in number:out",
}
"""Types and directions; ``none`` is ``empty`` with an output."""


@dataclass(frozen=True)
class Concept:
    """A program to be learned."""

    head: str  # types and directions, as in the language
    body: str  # the predicates that there are
    inputs: Callable[[random.Random], tuple[Any, ...]]
    output: Callable[..., Any]  # True or False where the head has no output
    positives: int = 8
    negatives: int = 8
    ignores: bool = False  # whether clauses may leave out variables of the head

    @property
    def relation(self) -> bool:
        """Whether the head has no output."""
        return ":out" not in self.head

    def examples(self, seed: int, positives: int, negatives: int) -> list[str]:
        """Return ``pos(...)`` and ``neg(...)`` facts, each once."""
        chance = random.Random(seed)
        wanted = {"pos": positives, "neg": negatives}
        found: dict[str, str] = {}
        for _ in range(20_000):
            given = self.inputs(chance)
            result = self.output(*given)
            if self.relation:
                kind = "pos" if result else "neg"
                atom = _atom(given)
            elif result is None:
                continue
            else:
                kind = "pos" if wanted["pos"] else "neg"
                if kind == "neg":
                    other = self.output(*self.inputs(chance))
                    if other is None or other == result:
                        continue
                    result = other
                atom = _atom((*given, result))
            if wanted[kind] and atom not in found:
                wanted[kind] -= 1
                found[atom] = kind
        facts = [f"{kind}({atom})." for atom, kind in found.items()]
        return sorted(facts, key=lambda fact: fact[:3] != "pos")  # each kind together

    def write(self, directory: Path, seed: int = 1) -> Path:
        """Write the problem; return its directory."""
        directory.mkdir(exist_ok=True)
        (directory / "bk.pl").write_text(BACKGROUND + "none([]).\n")
        examples = self.examples(seed, self.positives, self.negatives)
        (directory / "exs.pl").write_text("\n".join(examples) + "\n")
        (directory / "bias.pl").write_text("\n".join(self.bias()) + "\n")
        return directory

    def bias(self) -> list[str]:
        """Return the lines of ``bias.pl``."""
        lines = ["enable_recursion."]
        if self.ignores:
            lines += ["non_datalog.", "allow_singletons."]
        given = {name: LANGUAGE[name] for name in self.body.split()}
        for name, args in {"f": self.head, **given}.items():
            pairs = [arg.split(":") for arg in args.split()]
            kind = "head_pred" if name == "f" else "body_pred"
            lines.append(f"{kind}({name},{len(pairs)}).")
            for at, word in enumerate(("type", "direction")):
                lines.append(f"{word}({name},({','.join(p[at] for p in pairs)},)).")
        return lines


def _atom(args: tuple[Any, ...]) -> str:
    return f"f({','.join(map(_text, args))})".replace(" ", "")


def _text(value: Any) -> str:
    """Return a number, a list, a pair, or a tree: None, or (left, value, right)."""
    if value is None:
        return "l"
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    if isinstance(value, tuple):
        return f"{'tp'[len(value) == 2]}({','.join(map(_text, value))})"
    return str(value)


SIMPLE = "head tail empty zero one even odd"
CONCEPTS = {
    "alleven": Concept(
        "list:in", SIMPLE, evens_or_not, lambda a: all(n % 2 == 0 for n in a)
    ),
    "dropk": Concept(
        "list:in number:in list:out",
        "head tail empty zero one decrement",
        lambda c: (numbers(4, 8)(c), c.randint(1, 4)),
        lambda a, n: a[n:],
    ),
    "evens": Concept(
        "list:in list:out",
        "head tail empty none even odd cons",
        one_list(0, 6),
        lambda a: [n for n in a if n % 2 == 0],
    ),
    "finddup": Concept(
        "list:in element:out",
        "head tail empty even odd member_",
        one_list(3, 7),
        duplicate,
    ),
    "last": Concept("list:in element:out", SIMPLE, one_list(1, 7), lambda a: a[-1]),
    "length": Concept("list:in number:out", SIMPLE + " increment", one_list(0, 7), len),
    "member": Concept(
        "list:in element:in", SIMPLE + " geq", with_member, lambda a, x: x in a
    ),
    "append": Concept(
        "list:in list:in list:out",
        "head tail empty cons same",
        lambda c: (numbers(0, 5)(c), numbers(0, 4)(c)),
        lambda a, b: a + b,
    ),
    "reverse": Concept(
        "list:in list:out",
        "head tail empty none snoc cons",
        one_list(0, 6),
        lambda a: a[::-1],
    ),
    "droplast": Concept(
        "list:in list:out",
        "head tail empty even odd cons",
        one_list(1, 7),
        lambda a: a[:-1],
    ),
    "maxlist": Concept(
        "list:in element:out",
        "head tail empty even max geq",
        one_list(1, 6, 30),
        max,
        12,
    ),
    "sumlist": Concept(
        "list:in element:out",
        "head tail empty nothing sum even",
        one_list(0, 6),
        sum,
    ),
    "threesame": Concept(
        "list:in",
        "head tail empty even odd",
        runs,
        lambda a: any(a[i] == a[i + 1] == a[i + 2] for i in range(len(a) - 2)),
        10,
        12,
    ),
    "sorted": Concept(
        "list:in",
        "head tail empty even odd geq",
        lambda c: (
            sorted(numbers(1, 6, 30)(c)) if c.random() < 0.5 else numbers(2, 6, 30)(c),
        ),
        lambda a: a == sorted(a),
    ),
    "evenlength": Concept("list:in", SIMPLE, one_list(0, 9), lambda a: len(a) % 2 == 0),
    "counteven": Concept(
        "list:in number:out",
        "head tail empty zero even odd increment",
        one_list(0, 7),
        lambda a: sum(n % 2 == 0 for n in a),
        12,
    ),
    "treesize": Concept(
        "tree:in number:out",
        "leaf left right zero increment plus",
        lambda c: (tree(c),),
        lambda t: len(values(t)),
    ),
    "nodemember": Concept(
        "tree:in element:in",
        "leaf node",
        tree_and_value,
        lambda t, x: x in values(t),
        14,
        14,
    ),
    "treemember": Concept(
        "tree:in element:in",
        "leaf left right value",
        tree_and_value,
        lambda t, x: x in values(t),
        14,
        14,
    ),
    "fibonacci": Concept(
        "number:in number:out",
        "is_zero is_one equal decrement plus",
        number(9),
        fibonacci,
    ),
    "factorial": Concept(
        "number:in number:out",
        "is_zero zero one decrement times",
        number(9),
        factorial,
        6,
    ),
    "evennumber": Concept(
        "number:in", "is_zero is_one decrement", number(20), lambda n: n % 2 == 0, 6, 6
    ),
    "prefix": Concept(
        "list:in list:in",
        "head tail empty even odd",
        with_prefix,
        lambda a, b: b[: len(a)] == a,
        10,
        10,
        ignores=True,
    ),
    "allsame": Concept(
        "list:in",
        "head tail empty even odd",
        same_or_not,
        lambda a: len(set(a)) == 1,
        8,
        10,
    ),
    "alternating": Concept(
        "list:in",
        "head tail empty even odd",
        odd_even_in_turn,
        lambda a: all((x + y) % 2 for x, y in pairwise(a)),
        12,
        12,
    ),
    "largest": Concept(
        "list:in element:out", "head tail empty geq", one_list(1, 6, 30), max, 14, 12
    ),
    "zip": Concept(
        "list:in list:in list:out",
        "head tail empty none cons pair",
        two_lists,
        lambda a, b: list(zip(a, b, strict=True)),
    ),
    "times": Concept(
        "number:in number:in number:out",
        "is_zero zero decrement plus",
        lambda c: (c.randint(0, 9), c.randint(0, 9)),
        lambda a, b: a * b,
        12,
    ),
    "deleteall": Concept(
        "list:in element:in list:out",
        "head tail empty none cons differ",
        lambda c: (numbers(0, 7, 3)(c), c.randint(0, 3)),
        lambda a, x: [n for n in a if n != x],
        20,
        20,
    ),
    "rises": Concept(
        "list:in number:out",
        "head tail empty zero increment lower geq",
        one_list(1, 6),
        lambda a: sum(x < y for x, y in pairwise(a)),
        14,
    ),
    "withoutruns": Concept(
        "list:in list:out",
        "head tail empty none cons differ single",
        runs,
        lambda a: a[:1] + [y for x, y in pairwise(a) if x != y],
        16,
        12,
    ),
}
