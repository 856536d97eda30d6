"""Theories that a new one is learned from: as background, or as its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.errors import InputError, UsageError
from fold_cli.use.inputs.text_files import Text
from fold_cli.use.problems.problem_factory import with_background
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.use.inputs.input_sources import Reading
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.problems.learning_problem import Learnable
    from fold_cli.use.theories.written_theory import WrittenTheory


class GivenTheories(NamedTuple):
    """Theories that are known, and the one to begin with."""

    known: tuple[WrittenTheory, ...] = ()
    begin: WrittenTheory | None = None

    def restrict_body(self, problem: Learnable) -> None:
        """Let bodies call the targets of what is known, and not its exceptions."""
        for each in self.known:
            if each.theory.target == problem.target:
                raise InputError(
                    f"is about {problem.target}, which is learned here; begin with it "
                    "by --extend",
                    each.path,
                )
        names = {
            learned.clause.name
            for each in self.known
            for learned in each.theory.clauses
            if learned.clause.name != each.theory.target.name
        }
        body = tuple(mode for mode in problem.body if mode.predicate.name not in names)
        if body:  # else they are all that there is
            problem.body = body


def with_theories(
    reading: Reading, given: Sequence[Source], *, extend: bool
) -> tuple[Sources | TableSource, GivenTheories]:
    """Return the sources with theories among the background, and the theories.

    The last one is to begin with, if it is to be extended, and is no background.
    """
    if extend and not given:
        raise UsageError("--extend needs --given THEORY, which is to be extended.")
    theories, paths = [], []
    for number, source in enumerate(given, 1):
        name = f"given{number}.pl"
        theory = written(reading.path(source, name))
        theories.append(theory)
        shown = f"{Path(theory.path).name} (as Prolog)"
        paths.append(theory.cited or reading.path(Text(theory.text), shown))
    begin = theories.pop() if extend else None
    background = paths[: len(theories)]
    return (
        with_background(reading.sources, background),
        GivenTheories(tuple(theories), begin),
    )
