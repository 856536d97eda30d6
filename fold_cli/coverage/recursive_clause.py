"""A clause that calls its own target, and its text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fold_cli.coverage.program_text import goal, goal_args, names
from fold_cli.theory.terms import negation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.coverage.clause_space import PartialBody, Step
    from fold_cli.theory.terms import Literal


@dataclass(frozen=True, slots=True)
class RecursiveClause:
    """A body that calls the target, with steps before and after."""

    before: PartialBody
    calls: tuple[Literal, ...]
    after: tuple[Step, ...]

    @property
    def body(self) -> tuple[Literal, ...]:
        """All literals in order."""
        after = tuple(step.literal for step in self.after)
        return (*self.before.literals, *self.calls, *after)

    @property
    def negated(self) -> RecursiveClause:
        """The clause with its calls negated."""
        return replace(self, calls=tuple(map(negation, self.calls)))

    def text(self, head_inputs: Sequence[int], head_outputs: Sequence[int]) -> str:
        """Return ``r(Before, Xs, Ys, Kept, After)``; Y is ``no`` for a negated call.

        The target has inputs and outputs at these places.
        """
        own = {variable for step in self.after for variable in step.uses}
        kept = sorted(own & self.before.bound)
        before = ",".join(map(goal, self.before.literals))
        after = ",".join(goal(step.literal) for step in self.after)
        inputs = ",".join(f"[{goal_args(call, head_inputs)}]" for call in self.calls)
        outputs = ",".join(
            "no" if call.negated else f"[{goal_args(call, head_outputs)}]"
            for call in self.calls
        )
        return f"r([{before}],[{inputs}],[{outputs}],[{names(kept)}],[{after}])"
