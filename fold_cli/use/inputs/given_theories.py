"""Theories given to the learner: as background, or to be extended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fold_cli.errors import InputError, UsageError
from fold_cli.use.inputs.text_files import Text, sources_in
from fold_cli.use.problems.problem_factory import with_background
from fold_cli.use.theories.theory import Theory
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.use.inputs.input_sources import Reading
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.problems.learning_problem import Learnable
    from fold_cli.use.theories.written_theory import WrittenTheory


class GivenTheories(NamedTuple):
    """Theories that are part of the background, and the one to extend."""

    background: tuple[WrittenTheory, ...] = ()
    extended: WrittenTheory | None = None

    def restrict_body(self, problem: Learnable) -> None:
        """Leave the targets of theories among the body's predicates, not exceptions."""
        for given in self.background:
            if given.theory.target == problem.target:
                raise InputError(
                    f"is about {problem.target}, which is learned here; begin with it "
                    "by --extend",
                    given.path,
                )
        names = {
            learned.clause.name
            for given in self.background
            for learned in given.theory.clauses
            if learned.clause.name != given.theory.target.name
        }
        body = tuple(mode for mode in problem.body if mode.predicate.name not in names)
        if body:  # else they are all that there is
            problem.body = body

    def warnings(self, problem: Learnable) -> list[str]:
        """Return a warning for each theory whose target no mode lets rules call."""
        callable_ = {mode.predicate for mode in problem.body}
        return [
            f"{given.path}: no rule can call {given.theory.target}, since no mode of "
            "the body declares it; add one"
            for given in self.background
            if given.theory.target not in callable_
        ]


def with_theories(
    reading: Reading,
    given: Source | Theory | Sequence[Source | Theory],
    *,
    extend: bool,
) -> tuple[Sources | TableSource, GivenTheories]:
    """Return the sources with theories among the background, and the theories.

    With ``extend``, the last theory is the one to extend, and no background.
    """
    if extend and not given:
        raise UsageError("--extend needs --given THEORY, which is to be extended.")
    theories, paths = [], []
    each_given = [given] if isinstance(given, Theory) else sources_in(given)
    for number, each in enumerate(each_given, 1):
        source = Text(each.to_prolog()) if isinstance(each, Theory) else each
        theory = written(reading.path(source, f"given{number}.pl"))
        theories.append(theory)
        shown = f"{Path(theory.path).name} (as Prolog)"
        paths.append(theory.cited or reading.path(Text(theory.text), shown))
    extended = theories.pop() if extend else None
    background = paths[: len(theories)]
    return (
        with_background(reading.sources, background),
        GivenTheories(tuple(theories), extended),
    )
