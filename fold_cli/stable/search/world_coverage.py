"""The coverage of bodies over worlds, as the learner asks for it.

The examples are worlds, for constraints, or atoms in worlds, for definitions. The
candidates for a clause are whole bodies up to a length (look-ahead of that depth), so
that chains of which only the whole tells examples apart are found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from fold_cli import bits
from fold_cli.coverage.blocks import Block
from fold_cli.coverage.candidates import Candidates
from fold_cli.coverage.joins import EXAMPLE, Bindings
from fold_cli.stable import symbols
from fold_cli.stable.search.body_search import BodySearch
from fold_cli.stable.search.masks import WORLD
from fold_cli.stable.search.world_joins import numbers
from fold_cli.theory.terms import Const, Literal, Member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fold_cli.bits import Bits
    from fold_cli.stable.search.worlds import Worlds
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.language import ExpandedMode
    from fold_cli.theory.terms import Body, Threshold


class WorldCoverage:
    """The coverage of bodies over worlds."""

    def __init__(
        self,
        worlds: Worlds,
        modes: Sequence[ExpandedMode],
        examples: Sequence[tuple[int, tuple[Atom, ...]]],
        positive: Sequence[bool],
        head_types: Sequence[str] = (),
        *,
        length: int,
        max_variables: int | None = None,
        forbidden: frozenset[Literal] = frozenset(),
        banned: Callable[[Body], bool] = lambda _: False,
    ) -> None:
        """An example is a world, and the arguments of the head in it.

        A body of which ``banned`` is true is no candidate.
        """
        self.size = len(examples)
        self.positives: Bits = bits.pack(np.array(positive, dtype=np.bool_))
        self.negatives: Bits = bits.pack(~np.array(positive, dtype=np.bool_))
        self.examples = examples
        self._length, self._banned = length, banned
        known = worlds.objects.numbers
        columns = {WORLD: np.array([world for world, _ in examples], dtype=np.int32)}
        for at in range(len(head_types)):
            values = [known[args[at]] for _, args in examples]
            columns[at + 1] = np.array(values, dtype=np.int32)
        columns[EXAMPLE] = np.arange(self.size, dtype=np.int32)
        self.search = BodySearch(
            worlds,
            modes,
            Bindings(columns),
            head_types,
            self.size,
            max_variables,
            forbidden,
        )
        self._known: dict[tuple[Body, bool], Candidates] = {}

    def refinements(self, body: Body, active: Bits, depth: int) -> Candidates:
        """Return what may be added to a body; rules of the target bind its head."""
        key = (body, depth == 0)
        if key not in self._known:
            self._known[key] = self._candidates(
                cast("tuple[Literal, ...]", body), depth
            )
        return self._known[key]

    def bodies(self) -> Iterator[tuple[tuple[Literal, ...], Bits]]:
        """Yield bodies for rules of the target, short ones first, and what each covers.

        They are up to the length of one step.
        """
        for block in self.refinements((), self.positives, 0).blocks:
            for at, step in enumerate(block.steps):
                yield step, block.row(at)

    def _candidates(self, body: tuple[Literal, ...], depth: int) -> Candidates:
        length = self._length if not body else min(self._length - len(body), 2)
        if length < 1:
            return Candidates()
        found = self.search.found(self.search.start(body), length, bind_head=depth == 0)
        by_length: dict[int, list[tuple[tuple[Literal, ...], Bits]]] = {}
        for step, covers in found.values():
            if depth or not self._banned((*body, *step)):
                by_length.setdefault(len(step), []).append((step, covers))
        return Candidates(
            [
                Block(
                    [step for step, _ in by_length[count]],
                    np.array([covers for _, covers in by_length[count]]),
                    negatable=False,
                )
                for count in sorted(by_length)
            ]
        )

    def covers(self, body: Body) -> Bits | None:
        """Return all examples that a body covers; None if it is not safe."""
        literals = cast("tuple[Literal, ...]", body)
        if not self.search.is_safe(literals, bind_head=False):
            return None
        bound = set(range(len(self.search.types)))
        for literal in literals:
            compares = self.search.modes[int(literal.name)].template.compares
            if (literal.negated or compares) and not numbers(literal) <= bound:
                return None
            bound |= numbers(literal)
        return self.search.joiner.covers(literals)

    def sets(self, _: Body) -> None:
        """Return None: literals share variables."""

    def functional(self, _: Threshold) -> bool:
        """Return False: there are no thresholds."""
        return False

    def described(self, _: Body) -> None:
        """Return None: what no atom says is false."""

    def member(self, examples: Bits) -> Member:
        """Return the literal that enumerates these examples."""
        rows = [self.examples[at] for at in bits.indices(examples, self.size)]
        return Member(
            tuple(tuple(Const(symbols.text(arg)) for arg in args) for _, args in rows)
        )
