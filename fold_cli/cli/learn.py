"""``fold learn`` and ``fold modes``."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from fold_cli.api import stopper
from fold_cli.cli.command import (
    ExampleCommand,
    check_program_options,
    cluster_option,
    format_option,
    is_given,
    memory_option,
    output_option,
    scale_option,
    semantics_options,
)
from fold_cli.cli.inputs import PROGRAM_FILES, Inputs, problem_inputs
from fold_cli.cli.search_options import SearchOptions, search_options
from fold_cli.cli.streams import (
    PARTIAL,
    print_message,
    print_result,
    warn,
    warn_all,
    write,
    write_each,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.api import Theory


@click.command(
    cls=ExampleCommand,
    epilog="fold learn bk.pl pos.pl neg.pl -o theory.pl\n"
    "fold learn playtennis.pl --target play/1 --format text\n"
    "fold learn data.csv --class risk --positive good",
)
@problem_inputs
@output_option
@format_option
@scale_option
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
@semantics_options
@cluster_option("Let the rows of a table stay with")
@click.option(
    "--given",
    metavar="THEORY",
    multiple=True,
    help="A theory that was learned before, as background; may be repeated.",
)
@click.option(
    "--extend",
    is_flag=True,
    help="Begin with the theory of --given: what holds stays, what is wrong gets an "
    "exception.",
)
@memory_option
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but the theory.")
def learn(
    inputs: Inputs,
    search: SearchOptions,
    output: str | None,
    style: str,
    scale: int,
    noisy_examples: str | None,
    checkpoint: str | None,
    semantics: str | None,
    cautious: bool,
    cluster: str | None,
    given: tuple[str, ...],
    extend: bool,
    memory: str | None,
    quiet: bool,
) -> int:
    """Learn a theory from background knowledge and examples.

    BK holds facts and rules, POS and NEG facts of the target: its positive and
    negative examples. Without NEG, all that is not positive is negative (the closed
    world assumption).

    BK may also be a table (.csv, .tsv, .arff) that holds everything: its rows are the
    examples, one of its columns is the class. Or it is a directory that holds bk.pl
    and pos.pl, or another system's problem; without BK, that is this directory.
    """
    from fold_cli import api
    from fold_cli.cli import console

    task = api.programs.task_of_several_models(
        inputs.bk, inputs.pos, inputs.dialect, semantics
    )
    if task or semantics == "stable":
        _check_program_options(task, style)
        learn_it = _program_learner(inputs, task, cautious, scale, quiet=quiet)
        return _learn_program(learn_it, output, quiet=quiet)
    if scale != 1 and style != "asp":
        raise click.UsageError("--scale needs --format asp, or --semantics stable.")
    options = inputs.options(quiet=quiet)
    table = api.check_inputs(inputs.bk, inputs.pos, inputs.neg, **options)
    if style in ("sql", "python") and not table:
        raise click.UsageError(
            f"--format {style} is for theories that are learned from a table."
        )
    if noisy_examples and not (table if search.noise is None else search.noise):
        raise click.UsageError("--noisy-examples needs --noise.")
    start = time.perf_counter()

    def write_theory(theory: Theory) -> None:
        write(theory.render(style, scale=scale), output, style)

    with (
        api.writing([output, noisy_examples]),
        console.progress(not quiet) as progress,
    ):
        theory = api.learn(
            inputs.bk,
            inputs.pos,
            inputs.neg,
            checkpoint=checkpoint,
            progress=progress,
            watch=_write_when_stopped(write_theory, "theory"),
            keep_partial=True,
            cluster=cluster,
            memory=memory,
            list_noisy=bool(noisy_examples),
            given=given,
            extend=extend,
            **options,
            **search._asdict(),
        )
    warn_all(() if quiet else theory.warnings)
    outputs = {"the theory is": lambda: write_theory(theory)}
    if noisy_examples:
        facts = "".join(f"{fact}\n" for fact in theory.noisy_examples)
        outputs["the noisy examples are"] = lambda: api.write_file(
            noisy_examples, facts
        )
    write_each(outputs)
    if not quiet:
        console.summary(theory, time.perf_counter() - start, print_message)
    return _exit_code(theory.partial, "theory")


def _check_program_options(task: str | None, style: str) -> None:
    """Raise an error for options that have no meaning where a program is learned."""
    meant = ("output", "style", "semantics", "dialect", "quiet")
    check_program_options(task, *meant, of_files=PROGRAM_FILES)
    if style != "asp" and (style != "pl" or is_given("style")):
        raise click.UsageError(
            "a program with several stable models is written for clingo alone: give "
            "--format asp, or -o FILE.lp."
        )


def _program_learner(
    inputs: Inputs, task: str | None, cautious: bool, scale: int, *, quiet: bool
) -> Callable[..., Any]:
    """Return the function that learns a program from a task, or from Prolog files."""
    from fold_cli import api

    if task:
        return partial(api.programs.learn_program, task)
    return partial(
        api.programs.learn_from_files,
        inputs.bk,
        inputs.pos,
        inputs.neg,
        cautious=cautious,
        scale=scale,
        **inputs.options(quiet=quiet),
    )


def _learn_program(
    learn_it: Callable[..., Any], output: str | None, *, quiet: bool
) -> int:
    """Learn an answer set program, and write it."""
    from fold_cli import api
    from fold_cli.cli import console

    start = time.perf_counter()

    def write_program(program: Any) -> None:
        write(program.render(), output, "asp")

    with api.writing([output]), console.progress(not quiet) as progress:
        watch = _write_when_stopped(write_program, "program")
        program = learn_it(progress=progress, watch=watch)
    warn_all(() if quiet else program.warnings)
    write_program(program)
    if not quiet:
        (rules, literals), seconds = program.size, time.perf_counter() - start
        print_message(
            f"{rules} rule{'s' * (rules != 1)}, "
            f"{literals} literal{'s' * (literals != 1)}; {seconds:.2f} s"
        )
    return _exit_code(program.partial, "program")


def _exit_code(partial: bool, kind: str) -> int:
    """Return the exit code, and warn where a theory or program is partial."""
    if not partial:
        return 0
    reason = stopper().stop_reason or "interrupted"
    warn(f"{reason}; the {kind} so far was written, marked partial")
    return PARTIAL


def _write_when_stopped(
    write_result: Callable[[Any], None], kind: str
) -> Callable[[Callable[[], Any]], None]:
    """Return a ``watch`` that has a partial result written where Prolog hangs.

    A result without clauses is not written.
    """

    def write_partial(partial_result: Callable[[], Any]) -> bool:
        result = partial_result()
        clauses, _ = result.size
        if clauses:
            write_result(result)
            warn(f"the {kind} so far was written, marked partial")
        return bool(clauses)

    def watch(partial_result: Callable[[], Any]) -> None:
        stopper().write_partial = lambda: write_partial(partial_result)

    return watch


@click.command(cls=ExampleCommand, epilog="fold modes bk.pl pos.pl > modes.pl")
@problem_inputs
def modes(inputs: Inputs) -> None:
    """Print the mode declarations that learning would use, to edit."""
    from fold_cli import api

    options = inputs.options()
    text = api.modes(inputs.bk, inputs.pos, inputs.neg, on_warning=warn, **options)
    print_result(text)
