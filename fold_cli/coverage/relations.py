"""Relations: the solutions of background predicates, fetched from Prolog in bulk.

Prolog numbers the constants; here they are *objects*, 32-bit integers. A predicate of
ground facts is fetched as a whole, once; any other is asked for the inputs that come
up, each once. Texts and order of objects are fetched when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fold_cli.coverage.predicate_error import RaisingPredicateError
from fold_cli.coverage.relation import Relation
from fold_cli.coverage.row_keys import distinct
from fold_cli.engine.packed import pack, unpack
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError, RuleError
from fold_cli.files.problem import DATE_TYPE
from fold_cli.files.tables.dates import is_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fold_cli.coverage.relation import Objects
    from fold_cli.files.problem import Problem
    from fold_cli.theory.terms import Predicate

Row: TypeAlias = "tuple[int, ...]"
"""The objects for the inputs of a predicate."""

Call: TypeAlias = "tuple[Predicate, tuple[int, ...]]"
"""A predicate, and the positions that are bound when it is called."""

ROWS_PER_QUESTION = 10_000
"""Input rows in one call, to which Prolog's limit of inferences applies."""

NAN_RANK = 1
"""The rank of NaN, which no comparison holds of; those of other numbers are above."""


class Relations:
    """The relations of a problem, and the objects in them."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._facts: dict[Predicate, Relation | None] = {}
        self._asked: dict[Call, Relation] = {}
        self._inputs: dict[Call, set[Row]] = {}
        self._errors: dict[Call, set[Row]] = {}
        self._steadfast: dict[Call, bool] = {}
        self._ranked: Objects = np.zeros(0, dtype=np.int32)
        self._unkept: list[Objects] = []  # ranked once since, and not kept
        self._ranks = np.zeros((3, 0), dtype=np.int64)  # as _ranks_of returns them
        self._rounding = False  # an object is rounded when compared with another
        self._texts: dict[int, str] = {}
        self._dates: set[int] = set()
        self._numbers: dict[str, int] = {}
        self.count = 0
        (packed,) = engine().call("fold_objects", "example_objects", problem.module)
        size = problem.positives + problem.negatives
        self.examples: Objects = np.zeros((0, size), dtype=np.int32)
        if problem.target.arity:
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
        self._answer("relation_solutions", (predicate, inputs), _rows(given))
        return self._asked[predicate, inputs]

    def steadfast(self, predicate: Predicate, inputs: tuple[int, ...]) -> bool:
        """Return whether what else is bound when it is called changes no answer."""
        call = (predicate, inputs)
        if call not in self._steadfast:
            nothing_else = len(inputs) == predicate.arity
            known = nothing_else or self.facts(predicate) is not None
            self._steadfast[call] = known or self._ask(
                "fold_steadfast", "steadfast", call
            ) == ["true"]
        return self._steadfast[call]

    def called(
        self, predicate: Predicate, bound: tuple[int, ...], given: Sequence[Objects]
    ) -> tuple[Relation, set[Row]]:
        """Return the solutions with all that is bound in place, and what are errors.

        The errors are those among the given rows.
        """
        call, rows = (predicate, bound), _rows(given)
        self._answer("relation_calls", call, rows)
        return self._asked[call], self._errors[call] & rows

    def known(self, predicate: Predicate, free: int) -> list[Relation]:
        """Return the solutions known so far, with one argument not bound before."""
        facts = self.facts(predicate)
        if facts is not None:
            return [facts]
        return [
            relation
            for (asked, bound), relation in self._asked.items()
            if asked == predicate and free not in bound
        ]

    def _answer(self, question: str, call: Call, rows: set[Row]) -> None:
        """Ask Prolog for the rows that have not been asked before."""
        predicate, inputs = call
        if call not in self._asked:
            empty = np.zeros((0, predicate.arity), dtype=np.int32)
            self._asked[call], self._inputs[call] = Relation(empty), set()
            self._errors[call] = set()
        new, found = sorted(rows - self._inputs[call]), []
        for start in range(0, len(new), ROWS_PER_QUESTION):
            part = new[start : start + ROWS_PER_QUESTION]
            packed = pack(np.array(part, dtype=np.int64).ravel())
            limit = engine().inference_limit
            try:
                reply = self._ask("fold_relations", question, call, packed, limit)
            except RuleError as error:
                raise RaisingPredicateError(predicate, inputs, error) from None
            found.append(self._read(reply[0], predicate.arity))
            for errors in reply[1:]:
                self._errors[call].update(part[at] for at in unpack(errors).tolist())
        if found:
            self._inputs[call].update(new)
            self._asked[call].add(np.concatenate(found))

    def _ask(
        self, module: str, question: str, call: Call, *more: str | int
    ) -> list[str]:
        predicate, inputs = call
        numbers = " ".join(str(position + 1) for position in inputs)
        problem = self._problem.module
        about = (problem, predicate.name, predicate.arity, numbers)
        return engine().call(module, question, *about, *more)

    def _ranks_of(self, objects: Objects) -> NDArray[np.int64]:
        """Return the three ranks that ``fold_objects:object_ranks/3`` gives objects.

        Ranks of one call can be compared. Those of all objects are kept; they are asked
        anew where as many have been asked without being kept.
        """
        known = objects < self._ranks.shape[1]
        if known.all() and (self._ranks[0, objects] >= 0).all():
            return self._ranks[:, objects]
        asked = distinct(objects)
        self._unkept.append(asked)
        if sum(map(len, self._unkept)) < len(self._ranked):
            return self._asked_ranks(asked)[:, np.searchsorted(asked, objects)]
        self._ranked = distinct(np.concatenate((self._ranked, *self._unkept)))
        self._unkept.clear()
        self._ranks = np.full((3, self.count), -1, dtype=np.int64)
        self._ranks[:, self._ranked] = self._asked_ranks(self._ranked)
        return self._ranks[:, objects]

    def _asked_ranks(self, objects: Objects) -> NDArray[np.int64]:
        packed = pack(objects.astype(np.int64))
        reply = engine().call(
            "fold_objects", "object_ranks", self._problem.module, packed
        )
        found = np.array([unpack(each) for each in reply])
        self._rounding |= bool(((found[2] != found[1]) & (found[2] > 0)).any())
        return found

    def are_numbers(self, objects: Objects) -> bool:
        """Return whether all objects are numbers."""
        return bool(self._ranks_of(objects)[1].all())

    def ranks(self, objects: Objects) -> NDArray[np.int64]:
        """Return ranks in the standard order of terms; 1 and 1.0 are two terms."""
        ranks: NDArray[np.int64] = self._ranks_of(objects)[0]
        return ranks

    def numbers_in_order(
        self, objects: Objects, predicate: Predicate
    ) -> tuple[Objects, NDArray[np.int64]]:
        """Return the distinct numbers in the order of ``=<``, and each object's place.

        Numbers that compare as equal are one; of an integer and the float that it is
        rounded to, the float stands for both. The place of NaN is -1. Dates are in the
        order of ``@=<``. Anything else is an error.
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
        together = np.append(objects, number).astype(np.int32)
        both = np.stack(self._number_ranks(together, predicate))
        (ranks, floats), (rank, nearest) = both[:, :-1], both[:, -1]
        at_most = ranks <= rank
        if nearest == rank:  # a float: what is rounded to it is equal to it
            at_most |= floats == rank
        elif nearest:
            at_most = np.where(floats == ranks, ranks <= nearest, at_most)
        holds = at_most if op == "=<" else ~at_most
        result: NDArray[np.bool_] = holds & (ranks > NAN_RANK)
        return result

    def _number_ranks(
        self, objects: Objects, predicate: Predicate
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return ranks by value, and by the floats that they are rounded to.

        Dates have ranks by their characters, and no floats.
        """
        standard, ranks, floats = self._ranks_of(objects)
        if ranks.all():
            return ranks, floats
        modes = (*self._problem.body, *self._problem.recursive)
        of_it = (mode for mode in modes if mode.predicate == predicate)
        mode = next(of_it, self._problem.head)
        dated = any(arg.type == DATE_TYPE for arg in mode.args)
        wrong = self._no_dates(objects) if dated else objects[ranks == 0].tolist()
        if wrong:
            (text,) = self.texts([wrong[0]])
            if not mode.file:
                error = RuleError(f"it holds numbers and {text}; declare a mode for it")
                raise RaisingPredicateError(predicate, mode.inputs, error)
            what = "dates such as '2024-05-31'" if dated else "numbers"
            told = f"{predicate} should hold {what}, this mode says, but holds {text}"
            raise InputError(told, mode.file, mode.line)
        return standard + NAN_RANK + 1, np.zeros_like(standard)

    def _no_dates(self, objects: Objects) -> list[int]:
        """Return those of some objects that are no dates; dates are looked at once."""
        new = sorted({*objects.tolist()} - self._dates)
        pairs = zip(new, self.texts(new), strict=True)
        wrong = [each for each, text in pairs if not is_date(text)]
        self._dates.update(set(new) - set(wrong))
        return wrong

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
            self._numbers.update(zip(reply, new, strict=True))
        return [self._texts[o] for o in listed]

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the objects with these texts, which ``texts`` returned before."""
        return [self._numbers[text] for text in texts]


def _rows(given: Sequence[Objects]) -> set[Row]:
    """Return the distinct rows of some columns; without a column there is one."""
    if not len(given):
        return {()}
    return set(zip(*(column.tolist() for column in given), strict=True))
