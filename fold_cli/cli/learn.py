"""``fold learn`` and ``fold modes``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fold_cli.cli.common import (
    PARTIAL,
    ExampleCommand,
    format_option,
    inputs,
    output_option,
    problem_inputs,
    search,
    search_options,
    table_options,
    tell,
    write,
)
from fold_cli.engine.stop import stopper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fold_cli.search.options import Options
    from fold_cli.use.learn import Outcome


@click.command(
    cls=ExampleCommand,
    epilog="fold learn bk.pl pos.pl neg.pl -o theory.pl\n"
    "fold learn playtennis.pl --target play/1 --format text\n"
    "fold learn data.csv --class risk --positive good",
)
@problem_inputs
@table_options
@output_option
@format_option("pl")
@search_options
@click.option(
    "--noisy-examples",
    metavar="FILE",
    help="With --noise, write the examples that the theory gets wrong here.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep finished rules here, and continue from those of an earlier run.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but the theory.")
def learn(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
    output: str | None,
    style: str,
    noisy_examples: str | None,
    checkpoint: str | None,
    quiet: bool,
) -> int:
    """Learn a theory from background knowledge and examples.

    BK holds facts and rules, POS and NEG facts of the target: its positive and
    negative examples. Without NEG, all that is not positive is negative (the closed
    world assumption).

    BK may also be a table (.csv, .tsv, .arff) that holds everything: its rows are the
    examples, one of its columns is the class.
    """
    from fold_cli.cli import console
    from fold_cli.output import write_file
    from fold_cli.theory.formats import render
    from fold_cli.use import learn as api

    _check_output(output, checkpoint, (bk, pos, neg, modes, *background))
    source = inputs(bk, pos, neg, background, target, modes)
    options = search()
    _check_noise(options, noisy_examples, checkpoint)
    watch = console.Stopwatch()
    notes: list[str] = []
    noisy: list[str] = []

    def put(outcome: Outcome) -> None:
        write(render(outcome.theory, style, outcome.problem.sentences), output, style)

    with console.progress(not quiet) as progress:
        outcome = api.learn(
            source,
            options,
            progress,
            notes.append,
            checkpoint,
            _rescue(put),
            noisy.extend if noisy_examples else None,
        )
    if not quiet:
        for note in notes:
            tell(f"fold: {note}")
    put(outcome)
    if noisy_examples:
        write_file(noisy_examples, "".join(f"{fact}\n" for fact in noisy))
    if not quiet:
        console.summary(outcome.theory, watch.seconds())
    if outcome.theory.partial:
        reason = stopper().stop_reason or "interrupted"
        tell(f"fold: {reason}; the theory so far was written, marked partial")
        return PARTIAL
    return 0


def _check_output(
    output: str | None, checkpoint: str | None, read: Iterable[str | None]
) -> None:
    """Raise, before any work is done, where the theory cannot be written."""
    if output is None:
        return
    from fold_cli.output import check_writable

    check_writable(output, (name for name in read if name))
    if checkpoint and Path(checkpoint).absolute() == Path(output).absolute():
        raise click.UsageError("--checkpoint and -o name the same file.")


def _check_noise(
    options: Options, noisy_examples: str | None, checkpoint: str | None
) -> None:
    if noisy_examples and not options.noise:
        raise click.UsageError("--noisy-examples needs --noise.")
    if checkpoint and options.noise:
        raise click.UsageError("--noise and --checkpoint do not go together.")


def _rescue(
    put: Callable[[Outcome], None],
) -> Callable[[Callable[[], Outcome]], None]:
    """Let the theory so far be written where Prolog cannot be made to stop."""

    def last_words(so_far: Callable[[], Outcome]) -> bool:
        outcome = so_far()
        if outcome.theory.clauses:
            put(outcome)
            tell("fold: the theory so far was written, marked partial")
        return bool(outcome.theory.clauses)

    def rescue(so_far: Callable[[], Outcome]) -> None:
        stopper().write_partial = lambda: last_words(so_far)

    return rescue


@click.command(cls=ExampleCommand, epilog="fold modes bk.pl pos.pl > modes.pl")
@problem_inputs
@table_options
def modes(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
) -> None:
    """Print the mode declarations that learning would use, to edit."""
    from fold_cli.files.loader import free
    from fold_cli.files.problem import Problem
    from fold_cli.use import learn as api

    problem = api.read(inputs(bk, pos, neg, background, target, modes))
    if isinstance(problem, Problem):
        free(problem)
    click.echo(f":- modeh(1, {problem.head}).")
    for mode in problem.body:
        click.echo(f":- modeb(*, {mode}).")
