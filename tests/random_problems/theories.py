"""Random theories as users write them, with predicates of their own.

These have any arguments, and are called plainly, negated, as exceptions, with constants
and with variables. No predicate calls itself.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from random_problems.world import atom

if TYPE_CHECKING:
    from pathlib import Path

OBJECTS = "abcde"

Predicate = tuple[str, int]


@dataclass(frozen=True)
class WrittenTheory:
    """A theory of t, facts that it runs beside, and examples."""

    facts: tuple[str, ...]
    clauses: tuple[str, ...]
    positives: tuple[str, ...]
    negatives: tuple[str, ...]

    def write(self, directory: Path) -> None:
        directory.mkdir(parents=True)
        texts = (self.facts, self.clauses, self.positives, self.negatives)
        names = ("bk.pl", "theory.pl", "pos.pl", "neg.pl")
        for name, lines in zip(names, texts, strict=True):
            (directory / name).write_text("".join(f"{line}.\n" for line in lines))


def written_theory(number: int) -> WrittenTheory:
    """Return the theory with this number."""
    return _Writer(random.Random(f"theory {number}")).theory()


class _Writer:
    def __init__(self, random_: random.Random) -> None:
        self.random = random_
        self.arity = random_.choice([1, 1, 2, 2, 3])

    def theory(self) -> WrittenTheory:
        own: list[Predicate] = [("t", self.arity)]
        for number in range(self.random.randint(1, 4)):
            arity = self.random.choice([0, 1, 1, 2, 2, 3, self.arity, self.arity])
            name = self.random.choice([f"h{number}", "h", "t"])
            own += [(name, arity)] * ((name, arity) not in own)
        clauses = [
            self.clause(predicate, own[place + 1 :])
            for place, predicate in enumerate(own)
            for _ in range(self.random.randint(1, 2))
        ]
        rows = [*itertools.product(OBJECTS, repeat=self.arity)]
        examples = [f"t({', '.join(row)})" for row in self.random.sample(rows, 5)]
        return WrittenTheory(
            tuple(self.facts()),
            tuple(clauses),
            tuple(examples[:3]),
            tuple(examples[3:]),
        )

    def facts(self) -> list[str]:
        choice = self.random.choice
        facts = [f"{p}({o})" for p in "pq" for o in self.random.sample(OBJECTS, 3)]
        facts += [f"{r}({choice(OBJECTS)}, {choice(OBJECTS)})" for r in "rs" * 5]
        facts += [f"n({o}, {self.random.randint(0, 6)})" for o in OBJECTS]
        return list(dict.fromkeys(facts))

    def clause(self, predicate: Predicate, later: list[Predicate]) -> str:
        """Return a clause that may call what stands later in the theory."""
        name, arity = predicate
        head = [f"X{place}" for place in range(arity)]
        if head and self.random.random() < 0.15:
            head[self.random.randrange(arity)] = self.random.choice(OBJECTS)
        known = [arg for arg in head if arg[0] == "X"]
        body = [
            self.goal(head, known, later, place)
            for place in range(self.random.randint(1, 3))
        ]
        return f"{atom(name, head)} :- {', '.join(body)}"

    def goal(
        self, head: list[str], known: list[str], later: list[Predicate], place: int
    ) -> str:
        """Return a goal; what it binds is ``known`` afterwards."""
        chance, choice = self.random.random(), self.random.choice
        alike = [name for name, arity in later if arity == len(head)]
        if chance < 0.25 and alike:
            return f"\\+ {atom(choice(alike), head)}"  # an exception
        if chance < 0.6 and later:
            name, arity = choice(later)
            args = [choice([*known, *known, *OBJECTS[:2], "_"]) for _ in range(arity)]
            return choice(["", "\\+ "]) + atom(name, args)
        first = choice(known) if known else choice(OBJECTS)
        if chance < 0.7:
            number = f"N{place}"
            bound = f"{number} {choice(['>', '=<'])} {self.random.randint(0, 5)}"
            return f"n({first}, {number}), {bound}"
        if chance < 0.8:
            return f"{choice(['', chr(92) + '+ '])}{choice('pq')}({first})"
        if chance < 0.9:
            return f"\\+ {choice('rs')}({first}, _)"
        known.append(f"V{place}")
        return f"{choice('rs')}({first}, V{place})"
