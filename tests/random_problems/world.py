"""What a background is drawn from: names, objects, and the predicates so far."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from random_problems.terms import PLAIN, TERMS, terms

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

Row: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Predicate:
    """A predicate, the types of its arguments, its clauses, and what it holds of."""

    name: str
    types: Row
    clauses: tuple[str, ...]
    rows: tuple[Row, ...]
    given: tuple[int, ...] = ()  # arguments that must be bound to ask it


NAMES = {
    "odd_name": [
        "'Is Big'",
        "'a.b'",
        "'\\\\'",
        "é",
        "+",
        "mod",
        "-",
        "rdiv",
        "'P'",
        "'_p'",
        "'x y'",
        "'1'",
        "''",
        "'don''t'",
        "not_p",
        "&",
        "<>",
    ],
    "own_ab": ["ab0", "ab1", "ab2"],
}
NAMES_BY_ARITY = {
    "library_name": {
        1: ["is_set", "listing", "partition"],
        2: ["last", "subset", "reverse", "sum_list", "max_member", "memberchk_eq"],
        3: ["append", "delete", "select", "nth0", "union"],
        4: ["select", "pairs"],
    },
    "meta_name": {
        1: ["distinct"],
        2: ["maplist", "limit"],
        3: ["include", "maplist", "aggregate_all"],
        4: ["foldl", "partition"],
    },
    "builtin_name": {
        1: ["print", "is_list", "see", "abs", "tab"],
        2: ["succ", "dif", "msort", "apply", "char_type"],
        3: ["plus", "between", "flag"],
        4: ["sort"],
    },
    "inlined_name": {1: ["string", "rational"]},
    "system_name": {
        1: ["ground", "dynamic", "atom"],
        2: ["length", "sort", "phrase", "term_variables"],
        3: ["compare", "setof", "op"],
        4: ["findall"],
    },
    "own_member": {2: ["member"]},
    "prefix_name": {1: ["table", "public", "volatile"]},
}


@dataclass
class World:
    """What is drawn for one problem, and what it is drawn from."""

    random: Random
    kinds: Collection[str]
    objects: dict[str, list[str]] = field(default_factory=dict)
    predicates: list[Predicate] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    widest: int = 4  # arguments of a relation

    def may(self, kind: str, share: float = 1.0) -> bool:
        """Draw whether something of this kind is to be; never where it is off."""
        return self.random.random() < share and kind in self.kinds

    def name(self, arity: int) -> str:
        """Return a new name for a predicate."""
        random = self.random
        pools = [NAMES[kind] for kind in NAMES if kind in self.kinds]
        pools += [
            names[arity]
            for kind, names in NAMES_BY_ARITY.items()
            if arity in names and kind in self.kinds
        ]
        if arity and pools and random.random() < 0.12:
            name = random.choice(random.choice(pools))
            if name not in self.names:
                self.names.add(name)
                return name
        for number in itertools.count():
            if (name := f"{random.choice('pqrs')}{number}") not in self.names:
                self.names.add(name)
                return name
        raise AssertionError

    def pool(self, kind: str, count: int) -> list[str]:
        """Return texts of objects or categories: plain ones, odd ones, or both."""
        random = self.random
        style = random.random()
        if style < 0.3:
            return [f"{kind[0]}{number}" for number in range(count)]
        if style < 0.4 and "integer" in self.kinds:
            return [str(number) for number in range(1, count + 1)]
        if style < 0.5:
            return random.sample(PLAIN, min(count, len(PLAIN)))
        usable = sorted(TERMS & set(self.kinds))
        if kind in ("object", "thing") and "rational_object" not in self.kinds:
            usable = [each for each in usable if each not in ("rational", "near")]
        some = random.sample(usable, min(len(usable), random.randint(1, 3)))
        return terms(random, some, count)

    def some(self, items: list[str]) -> list[str]:
        """Return some of them, at least one, in their order."""
        share = self.random.choice([0.3, 0.5, 0.7, 0.9])
        return [i for i in items if self.random.random() < share] or items[:1]

    def add(
        self,
        types: Row,
        clauses: Callable[[str], list[str]],
        rows: list[Row],
        given: tuple[int, ...] = (),
    ) -> Predicate:
        """Add a predicate whose clauses are written with its name."""
        name = self.name(len(types))
        predicate = Predicate(
            name, types, tuple(clauses(name)), tuple(dict.fromkeys(rows)), given
        )
        self.predicates.append(predicate)
        return predicate

    def of_types(self, *types: str) -> list[Predicate]:
        return [p for p in self.predicates if p.types == types]


def atom(name: str, args: tuple[str, ...] | list[str]) -> str:
    """Return an atom as text."""
    return f"{name}({', '.join(args)})" if args else name


def indicator(predicate: Predicate) -> str:
    """Return name and arity; the name may be an operator."""
    return f"({predicate.name})/{len(predicate.types)}"


def facts(world: World, types: Row, rows: list[Row]) -> Predicate:
    """Add a predicate of facts."""
    return world.add(types, lambda name: [f"{atom(name, r)}." for r in rows], rows)
