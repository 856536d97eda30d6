"""Learning problems and applied theories from sources, by the kind of the sources.

Only this module asks whether sources are a table or Prolog files.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.errors import UnlabelledError, UsageError
from fold_cli.files.sources import TableSource
from fold_cli.use.asp_tasks import clingo_needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from fold_cli.coverage.distant.team import Team
    from fold_cli.files.sources import Sources
    from fold_cli.search.options import Options
    from fold_cli.stable.tasks.task import Task
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.distant_problem import DistantProblem
    from fold_cli.use.problems.learning_problem import LearningProblem
    from fold_cli.use.theories.judgement import AppliedTheory
    from fold_cli.use.theories.written_theory import WrittenTheory

MIN_LARGE_ROWS = 50_000
"""Rows from which on memory matters that reading has taken and not given back."""


def with_noise_decided(options: Options, sources: Sources | TableSource) -> Options:
    """Return the options with noise decided: tables are noisy unless said otherwise.

    Raise an error where an option is about Prolog files, and the source is a table.
    """
    if not isinstance(sources, TableSource):
        return options
    for option, given in (
        ("--recursion", options.recursion),
        ("--lookahead", options.lookahead is not None),
    ):
        if given:
            raise UsageError(
                f"{option} is about Prolog files: no row of a table names another."
            )
    return replace(options, noise=options.noise is not False)


def trusted(sources: Sources | TableSource) -> bool:
    """Return whether Prolog itself loads the background."""
    return not isinstance(sources, TableSource) and sources.trust


def open_problem(
    sources: Sources | TableSource,
    theory: Theory | None = None,
    *,
    names_target: bool = True,
) -> LearningProblem:
    """Read files into a problem, which is to be freed.

    A theory that is to be judged says how a table is read and, if it ``names_target``,
    which target Prolog files have where the sources name none.
    """
    if isinstance(sources, TableSource):
        from fold_cli.files.tables.read import read_table
        from fold_cli.use.inputs.schema_tables import read_with_schema
        from fold_cli.use.problems.table_problem import TableProblem

        table = read_with_schema(sources, theory, labelled=True) if theory else None
        table = table or read_table(sources)
        if table.size >= MIN_LARGE_ROWS:
            from fold_cli.engine.memory import release_freed

            release_freed()
        return TableProblem(table, _sentences(sources))
    from fold_cli.files.loader import load
    from fold_cli.use.problems.prolog_problem import PrologProblem

    if theory and names_target and not sources.target:
        sources = replace(sources, target=str(theory.target))
    return PrologProblem(load(sources), sources)


def open_task(sources: Sources | TableSource, *, cautious: bool, scale: int) -> Task:
    """Return the task of Prolog files whose background has several stable models.

    An atom of POS is in some model, one of NEG in none; or, if ``cautious``, the former
    is in all models and the latter not. Without NEG, all others are negative.
    """
    if isinstance(sources, TableSource) or sources.positives is None:
        raise UsageError("--semantics stable needs BK and POS, or a task file.")
    if sources.dialect not in (None, "fold"):
        raise UsageError("--semantics stable is for files of fold's own dialect.")
    with clingo_needed():
        from fold_cli.stable.tasks.prolog_task import task_of_files
    return task_of_files(sources, cautious=cautious, scale=scale)


def with_background(
    sources: Sources | TableSource, paths: Sequence[str]
) -> Sources | TableSource:
    """Return Prolog files with more background; a table has none."""
    if not paths:
        return sources
    if isinstance(sources, TableSource):
        raise UsageError("--given beside a table needs --extend: columns describe it.")
    return replace(sources, background=(*sources.background, *paths))


@contextmanager
def opened(
    sources: Sources | TableSource,
    theory: Theory | None = None,
    *,
    names_target: bool = True,
) -> Iterator[LearningProblem]:
    """Read files into a problem for as long as the block runs."""
    problem = open_problem(sources, theory, names_target=names_target)
    try:
        yield problem
    finally:
        problem.free()


@contextmanager
def opened_at_workers(
    sources: Sources | TableSource, team: Team, theory: Theory | None = None
) -> Iterator[DistantProblem]:
    """Let a team of workers read a table, whose rows then stay with them.

    A theory that is to be judged says how it is read.
    """
    assert isinstance(sources, TableSource)
    from fold_cli.files.tables.part_files import part_files
    from fold_cli.files.tables.read import build_table
    from fold_cli.use.inputs.schema_tables import schema_builder
    from fold_cli.use.problems.distant_problem import DistantProblem

    parts = sources.parts or part_files(sources.path)
    build = (schema_builder(theory) if theory else None) or build_table
    yield DistantProblem(sources, team, parts, _sentences(sources), build)


def applied(
    sources: Sources | TableSource, theory: WrittenTheory, *, ask: str | None = None
) -> AbstractContextManager[AppliedTheory]:
    """Apply a theory beside background files, or to the rows of a table.

    ``ask`` says about what Prolog will be asked: the "examples" among the sources, all
    that is "derived", or "nothing" that is known beforehand; None: the examples, where
    there are any, else what is derived. All rows of a table are its examples.
    """
    if isinstance(sources, TableSource):
        from fold_cli.use.inputs.schema_tables import read_any
        from fold_cli.use.problems.table_problem import AppliedToRows

        table = read_any(sources, theory.theory)
        return nullcontext(AppliedToRows(table, theory, _sentences(sources)))
    from fold_cli.use.theories.prolog_theory import theory_beside_files

    known = "derived" if sources.positives is None else "examples"
    return theory_beside_files(sources, theory, ask or known)


@contextmanager
def applied_to_examples(
    sources: Sources | TableSource, theory: WrittenTheory
) -> Iterator[tuple[AppliedTheory, LearningProblem | None]]:
    """Apply a theory to examples; there is a problem if it is known what these are."""
    try:
        problem = open_problem(sources, theory.theory)
    except UnlabelledError:
        with applied(sources, theory) as examples:
            yield examples, None
        return
    try:
        yield problem.applied(theory), problem
    finally:
        problem.free()


def _sentences(source: TableSource) -> Sentences:
    """Return the sentences that the file of modes has for the columns of a table."""
    from fold_cli.theory.english.sentences import Sentences

    if source.modes is None:
        return Sentences()
    from fold_cli.use.theories.prolog_theory import sentences_in

    return sentences_in(source.modes)
