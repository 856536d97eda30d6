"""The error of a predicate that cannot be asked about the examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import RuleError

if TYPE_CHECKING:
    from fold_cli.theory.terms import Predicate


class RaisingPredicateError(RuleError):
    """A predicate asked with these inputs raises an error, or leaves a variable."""

    def __init__(
        self, predicate: Predicate, inputs: tuple[int, ...], error: RuleError
    ) -> None:
        super().__init__(error.message, error.file, error.line)
        self.predicate, self.inputs = predicate, inputs
