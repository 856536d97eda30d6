"""Relations: the solutions of background predicates, fetched from Prolog in bulk.

Prolog numbers the constants; here they are *objects*, 32-bit integers. A predicate of
ground facts is fetched as a whole, once; any other is asked for the inputs that come
up, each once. Texts and order of objects are fetched when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.coverage.keys import Keys, present
from fold_cli.engine.packed import pack, unpack
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.problem import Problem
    from fold_cli.theory.terms import Predicate

Objects: TypeAlias = "NDArray[np.int32]"

ROWS_PER_QUESTION = 10_000
"""Input rows in one call, to which Prolog's limit of inferences applies."""

NAN_RANK = 1
"""The rank of NaN, which no comparison holds of; those of other numbers are above."""


class Relation:
    """The distinct solutions of a predicate, one row for each argument, indexed."""

    def __init__(self, solutions: Objects) -> None:
        if solutions.shape[1] == 1:
            distinct = np.flatnonzero(present(solutions[:, 0]))
            self.solutions: Objects = distinct[np.newaxis].astype(np.int32)
        else:
            self.solutions = np.ascontiguousarray(np.unique(solutions, axis=0).T)
        self._indexes: dict[int, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        self._keys: Keys | None = None
        self._determined: dict[int, bool] = {}

    def add(self, solutions: Objects) -> None:
        """Add further solutions."""
        if len(solutions):
            self.__init__(np.concatenate([self.solutions.T, solutions]))  # type: ignore[misc]

    def index(
        self, position: int, objects: Objects
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return ``starts`` and ``order``: the solutions sorted by one argument.

        The solutions with object o there are ``order[starts[o]:starts[o + 1]]``, for
        the given objects and all lower ones.
        """
        highest = int(objects.max(initial=0)) + 1
        known = self._indexes.get(position)
        if known is None or len(known[0]) <= highest:
            values = self.solutions[position]
            counts = np.bincount(values, minlength=2 * highest)
            starts = np.concatenate([[0], np.cumsum(counts)])
            known = starts, np.argsort(values, kind="stable")
            self._indexes[position] = known
        return known

    def holds(self, columns: Sequence[Objects]) -> NDArray[np.bool_]:
        """Return which rows of one or two columns are solutions."""
        if self._keys is None:
            self._keys = Keys(list(self.solutions))
        return self._keys.contain(columns)

    def determines(self, position: int) -> bool:
        """Return whether the other arguments determine the one at a position."""
        if position not in self._determined:
            others = np.delete(self.solutions, position, axis=0)
            distinct = np.unique(others, axis=1).shape[1]
            self._determined[position] = bool(distinct == self.solutions.shape[1])
        return self._determined[position]


class Relations:
    """The relations of a problem, and the objects in them."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._facts: dict[Predicate, Relation | None] = {}
        self._asked: dict[tuple[Predicate, tuple[int, ...]], Relation] = {}
        self._inputs: dict[tuple[Predicate, tuple[int, ...]], set[tuple[int, ...]]] = {}
        self._ranked: Objects = np.zeros(0, dtype=np.int32)
        self._ranks = np.zeros((3, 0), dtype=np.int64)  # as _ranks_of returns them
        self._rounding = False  # an object is rounded when compared with another
        self._texts: dict[int, str] = {}
        self.count = 0
        (packed,) = engine().call("fold_objects", "example_objects", problem.module)
        self.examples = self._read(packed, problem.target.arity).T

    def _read(self, packed: str, width: int) -> Objects:
        numbers = unpack(packed)
        if numbers.size:
            self.count = max(self.count, int(numbers.max()) + 1)
        return numbers.astype(np.int32).reshape(-1, width)

    def facts(self, predicate: Predicate) -> Relation | None:
        """Return a predicate of ground facts; None if it must be asked."""
        if predicate not in self._facts:
            reply = engine().call(
                "fold_relations",
                "relation_facts",
                self._problem.module,
                predicate.name,
                predicate.arity,
            )
            known = Relation(self._read(reply[0], predicate.arity)) if reply else None
            self._facts[predicate] = known
        return self._facts[predicate]

    def define(self, predicate: Predicate, solutions: Objects) -> None:
        """Set the solutions of a predicate without asking Prolog."""
        self._facts[predicate] = Relation(solutions)

    def relation(
        self, predicate: Predicate, inputs: tuple[int, ...], given: Sequence[Objects]
    ) -> Relation:
        """Return a predicate's solutions, at least those for the given inputs."""
        facts = self.facts(predicate)
        if facts is not None:
            return facts
        key = (predicate, inputs)
        if key not in self._asked:
            empty = np.zeros((0, predicate.arity), dtype=np.int32)
            self._asked[key], self._inputs[key] = Relation(empty), set()
        rows = set(zip(*(column.tolist() for column in given), strict=True))
        if not inputs:
            rows = {()}
        new = sorted(rows - self._inputs[key])
        if new:
            self._inputs[key].update(new)
            self._asked[key].add(self._ask(predicate, inputs, new))
        return self._asked[key]

    def _ask(
        self, predicate: Predicate, inputs: tuple[int, ...], rows: list[tuple[int, ...]]
    ) -> Objects:
        prolog, found = engine(), []
        for start in range(0, len(rows), ROWS_PER_QUESTION):
            (packed,) = prolog.call(
                "fold_relations",
                "relation_solutions",
                self._problem.module,
                predicate.name,
                predicate.arity,
                " ".join(str(position + 1) for position in inputs),
                pack(
                    np.array(
                        rows[start : start + ROWS_PER_QUESTION], dtype=np.int64
                    ).ravel()
                ),
                prolog.inference_limit,
            )
            found.append(self._read(packed, predicate.arity))
        return np.concatenate(found)

    def _ranks_of(self, objects: Objects) -> NDArray[np.int64]:
        """Return the three ranks that ``fold_objects:object_ranks/3`` gives objects."""
        if not np.isin(objects, self._ranked).all():
            self._ranked = np.union1d(self._ranked, objects).astype(np.int32)
            packed = engine().call(
                "fold_objects",
                "object_ranks",
                self._problem.module,
                pack(self._ranked.astype(np.int64)),
            )
            found = np.array([unpack(each) for each in packed])
            self._ranks = np.full((3, self.count), -1, dtype=np.int64)
            self._ranks[:, self._ranked] = found
            self._rounding = bool(((found[2] != found[1]) & (found[2] > 0)).any())
        return self._ranks[:, objects]

    def ranks(self, objects: Objects) -> NDArray[np.int64]:
        """Return ranks in the standard order of terms; 1 and 1.0 are two terms."""
        ranks: NDArray[np.int64] = self._ranks_of(objects)[0]
        return ranks

    def numbers_in_order(
        self, objects: Objects, predicate: Predicate
    ) -> tuple[Objects, NDArray[np.int64]]:
        """Return the distinct numbers in the order of ``=<``, and each object's place.

        Numbers that compare as equal are one; of an integer and the float that it is
        rounded to, the float stands for both. The place of NaN is -1. Anything else
        than a number is an error.
        """
        ranks, floats = self._number_ranks(objects, predicate)
        known = np.flatnonzero(ranks > NAN_RANK)
        if self._rounding:
            own = floats == ranks
            rounded = ~own & np.isin(floats, ranks[own])
            ranks = np.where(rounded, floats, ranks)
            known = known[np.argsort(~own[known], kind="stable")]  # floats first
        _, first, places = np.unique(
            ranks[known], return_index=True, return_inverse=True
        )
        result = np.full(len(objects), -1, dtype=np.int64)
        result[known] = places
        return objects[known[first]], result

    def compared(
        self, objects: Objects, op: str, number: int, predicate: Predicate
    ) -> NDArray[np.bool_]:
        """Return which objects are ``=<`` or ``>`` a number, as Prolog compares."""
        ranks, floats = self._number_ranks(objects, predicate)
        (rank,), (nearest,) = self._number_ranks(np.array([number]), predicate)
        at_most = ranks <= rank
        if nearest == rank:  # a float: what is rounded to it is equal to it
            at_most |= floats == rank
        elif nearest:
            at_most = np.where(floats == ranks, ranks <= nearest, at_most)
        result: NDArray[np.bool_] = at_most if op == "=<" else ~at_most
        return result & (ranks > NAN_RANK)

    def _number_ranks(
        self, objects: Objects, predicate: Predicate
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return ranks by value, and by the floats that they are rounded to."""
        _, ranks, floats = self._ranks_of(objects)
        if not ranks.all():
            (text,) = self.texts([int(objects[ranks == 0][0])])
            mode = next(m for m in self._problem.body if m.predicate == predicate)
            raise InputError(
                f"{predicate} should hold numbers, this mode says, but holds {text}",
                mode.file,
                mode.line,
            )
        return ranks, floats

    def texts(self, objects: Iterable[int]) -> list[str]:
        """Return how Prolog writes these objects."""
        listed = list(objects)
        new = sorted({o for o in listed if o not in self._texts})
        if new:
            packed = pack(np.array(new, dtype=np.int64))
            reply = engine().call(
                "fold_objects", "object_texts", self._problem.module, packed
            )
            self._texts.update(zip(new, reply, strict=True))
        return [self._texts[o] for o in listed]

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the objects with these texts, which ``texts`` returned before."""
        back = {text: number for number, text in self._texts.items()}
        return [back[text] for text in texts]
