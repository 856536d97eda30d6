"""The library's front door: everything that the commands do, without a terminal.

``learn`` gives a :class:`Theory`, ``load`` reads one. Sources are the paths of files,
:class:`Text` with Prolog in it, or atoms, as strings or tuples. Options are keyword
arguments with the names of the command line. Errors are :class:`FoldError`. Nothing is
printed, no signal is kept, and the process is never ended. There is one Prolog in a
process, for the thread that used it first: to learn in parallel, use processes.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fold_cli.engine.stop import Stopped, stopper
from fold_cli.errors import FoldError, UsageError
from fold_cli.output import (
    STREAMS,
    announce_standard_streams,
    write_file,
    write_into,
    writing,
    writing_into,
)
from fold_cli.theory.visible import visible, visible_lines

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from typing_extensions import Unpack

    from fold_cli.coverage.distant.team import Team
    from fold_cli.dask.theory_use import evaluate_parts, write_parts
    from fold_cli.engine.installation import Installation, installation
    from fold_cli.engine.progress import Progress
    from fold_cli.files.dialects.directory import problem_in
    from fold_cli.theory.formats import format_of
    from fold_cli.theory.rule_data import Literal, Rule
    from fold_cli.use import programs
    from fold_cli.use.convert import convert
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.inputs.input_sources import InputOptions, check_inputs
    from fold_cli.use.inputs.run_options import Deadline, LearnOptions
    from fold_cli.use.inputs.text_files import Source, Text
    from fold_cli.use.learning.learn import Outcome
    from fold_cli.use.measuring.confusion import ClassConfusion, Confusion
    from fold_cli.use.measuring.cross_validation import CrossValidation
    from fold_cli.use.measuring.evaluation import Evaluation
    from fold_cli.use.measuring.worker_processes import TaskRunner
    from fold_cli.use.predicting.predicted_table import write_predictions
    from fold_cli.use.predicting.prediction import Prediction, render_predictions
    from fold_cli.use.theories.theory import FoldWarning, Theory

__all__ = [
    "STREAMS",
    "ClassConfusion",
    "Confusion",
    "CrossValidation",
    "Evaluation",
    "Explanation",
    "FoldError",
    "FoldWarning",
    "Installation",
    "Literal",
    "Prediction",
    "Rule",
    "Text",
    "Theory",
    "announce_standard_streams",
    "check_inputs",
    "convert",
    "cross_validate",
    "evaluate_parts",
    "format_of",
    "installation",
    "learn",
    "load",
    "modes",
    "problem_in",
    "programs",
    "render_predictions",
    "stopper",
    "visible",
    "visible_lines",
    "write_file",
    "write_into",
    "write_parts",
    "write_predictions",
    "writing",
    "writing_into",
]

_LAZY_MODULES = {
    "ClassConfusion": "use.measuring.confusion",
    "Confusion": "use.measuring.confusion",
    "CrossValidation": "use.measuring.cross_validation",
    "Evaluation": "use.measuring.evaluation",
    "Explanation": "use.explaining.explanation",
    "FoldWarning": "use.theories.theory",
    "Installation": "engine.installation",
    "Literal": "theory.rule_data",
    "Prediction": "use.predicting.prediction",
    "Rule": "theory.rule_data",
    "Text": "use.inputs.text_files",
    "Theory": "use.theories.theory",
    "check_inputs": "use.inputs.input_sources",
    "convert": "use.convert",
    "evaluate_parts": "dask.theory_use",
    "installation": "engine.installation",
    "problem_in": "files.dialects.directory",
    "format_of": "theory.formats",
    "render_predictions": "use.predicting.prediction",
    "write_parts": "dask.theory_use",
    "write_predictions": "use.predicting.predicted_table",
}


def __getattr__(name: str) -> Any:
    """Load what is first asked for: the commands start without NumPy."""
    if name == "programs":  # answer set programs, on clingo
        return import_module("fold_cli.use.programs")
    if module := _LAZY_MODULES.get(name):
        return getattr(import_module(f"fold_cli.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def learn(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    *,
    timeout: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress = lambda *_: None,
    watch: Callable[[Callable[[], Theory]], None] = lambda _: None,
    keep_partial: bool = False,
    cluster: str | None = None,
    memory: str | int | None = None,
    list_noisy: bool | None = None,
    given: Source | Theory | Sequence[Source | Theory] = (),
    extend: bool = False,
    **options: Unpack[LearnOptions],
) -> Theory:
    """Learn a theory from background knowledge and examples, or from a table.

    Without negative examples, all that is not positive is negative. After ``timeout``
    seconds the rules found so far are the theory, marked partial; time is checked
    after each rule. With ``keep_partial``, so they are after a KeyboardInterrupt.
    ``progress`` is called with a step, how much of it is done, and how much there is;
    ``watch`` with a function that returns the theory so far from any thread.

    The rows of a table stay with the workers of a ``cluster``, or in files where this
    process may take only so much ``memory``; the noisy examples are then listed if
    ``list_noisy``. Theories that are ``given`` are background knowledge; with
    ``extend``, the last of them is changed to fit the examples.

    >>> from fold_cli import Text, learn
    >>> bk = Text("bird(X) :- penguin(X). bird(tweety). cat(tom). penguin(polly).")
    >>> theory = learn(bk, ["fly(tweety)"], ["fly(polly)", ("fly", "tom")])
    >>> print(*theory.clauses, sep="\\n")
    fly(X) :- bird(X), \\+ ab0(X).
    ab0(X) :- penguin(X).
    """
    from fold_cli.use.inputs.given_theories import with_theories
    from fold_cli.use.inputs.input_sources import check_inputs, reading
    from fold_cli.use.inputs.run_options import Deadline, check_run, split_options
    from fold_cli.use.learning.learn import learn
    from fold_cli.use.theories.theory import theory_of

    search, inputs = split_options(options)
    table = check_inputs(bk, pos, neg, **inputs)
    spread = {"--cluster": cluster, "--memory": memory}
    checkpoint = check_run(search, checkpoint, spread, table, extend)
    deadline = Deadline(timeout, progress)

    def to_theory(outcome_so_far: Outcome) -> Theory:
        warnings = sources.renamed(outcome_so_far.warnings)
        return theory_of(outcome_so_far._replace(warnings=warnings))

    with (
        writing([checkpoint]),
        reading(bk, pos, neg, inputs) as sources,
        _table_team(cluster, memory, deadline) as (team, on_progress),
    ):
        if checkpoint and sources.text:
            raise UsageError("a checkpoint belongs to files; give the problem as files")
        named_sources, theories = with_theories(sources, given, extend=extend)
        try:
            outcome = learn(
                named_sources,
                search,
                on_progress,
                checkpoint,
                lambda partial_outcome: watch(lambda: to_theory(partial_outcome())),
                team,
                team is None if list_noisy is None else list_noisy,
                theories,
            )
        except Stopped:
            if not deadline.passed:
                raise
            raise FoldError(f"{deadline}; no rule was found until then") from None
        if outcome.theory.partial and not (keep_partial or deadline.passed):
            raise KeyboardInterrupt
        return to_theory(outcome)


def _table_team(
    cluster: str | None, memory: str | int | None, progress: Deadline
) -> AbstractContextManager[tuple[Team | None, Progress]]:
    """Give the team that holds the rows, None for this process, and its progress."""
    if cluster is None and memory is None:
        return nullcontext((None, progress))
    from fold_cli.dask.cluster import table_team

    return table_team(cluster, progress, memory)


def _tasks_at(
    cluster: str | None, progress: Progress
) -> AbstractContextManager[TaskRunner | None]:
    """Give what runs tasks at the workers of a cluster; None without a cluster."""
    if cluster is None:
        return nullcontext()
    from fold_cli.dask.cluster import tasks_at

    return tasks_at(cluster, progress)


def load(theory: Source, *, modes: Source | None = None) -> Theory:
    """Read a theory from a file, or from Text; ``modes`` may declare sentences.

    >>> from fold_cli import Text, load
    >>> load(Text("fly(X) :- bird(X), \\\\+ penguin(X)."))
    <Theory of fly/1: 1 clause>
    """
    from fold_cli.use.theories.theory import load_theory

    return load_theory(theory, modes)


def cross_validate(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    *,
    folds: int = 10,
    repeat: int = 1,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Progress = lambda *_: None,
    keep_partial: bool = False,
    **options: Unpack[LearnOptions],
) -> CrossValidation:
    """Learn from all parts of the examples but one and judge that one, part by part.

    It is done by so many ``jobs``, processes, or by the workers of a ``cluster``. With
    ``keep_partial``, the parts finished before a KeyboardInterrupt are returned.
    """
    from fold_cli.use.inputs.input_sources import reading
    from fold_cli.use.inputs.run_options import split_options
    from fold_cli.use.measuring.cross_validation import Plan, cross_validate

    search, inputs = split_options(options)
    with (
        reading(bk, pos, neg, inputs) as sources,
        _tasks_at(cluster, progress) as spread,
    ):
        validation = cross_validate(
            sources.sources, search, Plan(folds, repeat, seed), jobs, progress, spread
        )
        if validation.partial and not keep_partial:
            raise KeyboardInterrupt
        files = tuple(sources.names(bk=bk, pos=pos, neg=neg))
        return sources.renamed(replace(validation, files=files))


def modes(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    *,
    on_warning: Callable[[str], None] = lambda _: None,
    **options: Unpack[InputOptions],
) -> str:
    """Return the mode declarations that learning would use, to edit."""
    from fold_cli.use.inputs.input_sources import reading
    from fold_cli.use.problems.problem_factory import opened

    with reading(bk, pos, neg, options) as given, opened(given.sources) as problem:
        for message in given.renamed(problem.warnings):
            on_warning(message)
        head, *body = (str(mode) for mode in problem.modes)
        return f":- modeh(1, {head}).\n" + "".join(f":- modeb(*, {m}).\n" for m in body)
