"""Learning from files or a table: what is read, run and warned of, in this order.

In: sources and options. Out: a theory that was run as it is written (``run``), and what
is to be told beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from fold_cli.errors import UsageError
from fold_cli.search.options import Options
from fold_cli.use.learning.classes import learn_every_class
from fold_cli.use.learning.notes import memorised_note, noise_note, sole_column_note
from fold_cli.use.problems.problem_factory import (
    opened,
    opened_at_workers,
    with_noise_decided,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.coverage.distant.team import Team
    from fold_cli.engine.progress import Progress
    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Theory
    from fold_cli.use.inputs.given_theories import GivenTheories
    from fold_cli.use.problems.learning_problem import LearningProblem


class Outcome(NamedTuple):
    """A learned theory, and what is known of the problem that it was learned from."""

    theory: Theory
    sentences: Sentences
    warnings: tuple[str, ...] = ()
    noisy_examples: tuple[str, ...] = ()  # as facts, with noise only


def learn(
    sources: Sources | TableSource,
    options: Options | None = None,
    progress: Progress = lambda *_: None,
    checkpoint: str | None = None,
    watch: Callable[[Callable[[], Outcome]], None] = lambda _: None,
    team: Team | None = None,
    list_noisy: bool = True,
    given: GivenTheories | None = None,
) -> Outcome:
    """Learn a theory.

    A keyboard interrupt returns the partial theory. The file ``checkpoint`` keeps
    finished rules, and a run continues from them. ``watch`` is given a function that
    returns the partial theory, from any thread. A ``team`` of workers keeps the rows of
    a table. Without ``list_noisy`` the examples that the theory gets wrong are not
    listed. Theories that are ``given`` are background, or are extended.
    """
    options = with_noise_decided(options or Options(), sources)
    if checkpoint and options.noise:
        raise UsageError("--noise and --checkpoint do not go together; give --exact.")
    progress("reading files", 0, 0)
    extended = given.extended if given else None
    read_like = extended.theory if extended else None
    here = opened(sources, read_like, names_target=False)
    with opened_at_workers(sources, team) if team else here as problem:
        warnings = list(problem.warnings)
        if given:
            given.restrict_body(problem)
            warnings += given.warnings(problem)
        saved = None
        if checkpoint:
            from fold_cli.use.learning.checkpoint import Checkpoint

            saved = Checkpoint(checkpoint)
            saved.open(sources, cast("LearningProblem", problem), options)

        def watch_theory(partial_theory: Callable[[], Theory]) -> None:
            watch(lambda: Outcome(partial_theory(), problem.sentences))

        if extended:
            from fold_cli.use.learning.extension import extend_theory

            local = cast("LearningProblem", problem)
            learned = extend_theory(local, extended, options, progress, watch_theory)
        else:
            learned = learn_every_class(problem, options, progress, saved, watch_theory)
        if saved and saved.fault:
            warnings.append(f"the checkpoint is not up to date: {saved.fault}")
        if not learned.theory.partial:
            warnings += learned.warnings()
        warnings += noise_note(learned.theory, options)
        warnings += sole_column_note(learned.theory)
        warnings += memorised_note(learned.theory)
        return Outcome(
            learned.theory,
            problem.sentences,
            tuple(warnings),
            tuple(learned.misjudged()) if options.noise and list_noisy else (),
        )
