"""The commands: options, streams and exit codes, nothing else."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fold_cli import __version__
from fold_cli.errors import FoldError

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.loader import Sources

ERROR, USAGE, PARTIAL = 1, 2, 3

_COREUTILS = ("-w", "-b", "-s", "-c", "--width", "--bytes", "--spaces")


def main() -> None:
    """Run the command line and exit with its code."""
    if message := _meant_for_coreutils(sys.argv[1:]):
        _tell(message)
        sys.exit(USAGE)
    try:
        code = cli.main(standalone_mode=False) or 0
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.exceptions.Exit as exit_:
        code = exit_.exit_code
    except FoldError as error:
        _tell(f"fold: error: {error}")
        code = ERROR
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, click.Abort):
        _tell("fold: interrupted; nothing was written")
        code = PARTIAL
    sys.exit(code)


def _meant_for_coreutils(args: list[str]) -> str | None:
    """Return what to say to someone who wants the ``fold`` that wraps lines."""
    if not args or args[0] in cli.commands:
        return None
    first = args[0]
    option = first.startswith(_COREUTILS) or first.lstrip("-").isdigit()
    if not option and not (not first.startswith("-") and Path(first).is_file()):
        return None
    others = [
        str(Path(directory) / "fold")
        for directory in ("/usr/bin", "/bin")
        if (Path(directory) / "fold").exists()
    ]
    where = f" (here {others[0]})" if others else ""
    return (
        f"fold: this is the rule learner, not the fold of coreutils that wraps lines"
        f"{where}; to learn from files: fold learn BK POS [NEG]"
    )


def _tell(message: str) -> None:
    print(message, file=sys.stderr)


class _Examples(click.Command):
    """A command whose help ends in an example, written as it is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            formatter.write_paragraph()
            formatter.write("Example:\n")
            for line in self.epilog.splitlines():
                formatter.write(f"  {line}\n")


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: fold learn bk.pl pos.pl",
)
@click.version_option(__version__, "--version", prog_name="fold")
def cli() -> None:
    """Learn default theories, rules with exceptions, from Prolog files."""


def _inputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments and options that name a problem."""
    for decorate in reversed(
        [
            click.argument("bk", metavar="BK"),
            click.argument("pos", metavar="[POS]", required=False),
            click.argument("neg", metavar="[NEG]", required=False),
            click.option(
                "-b",
                "--background",
                multiple=True,
                metavar="FILE",
                help="A further background file; may be repeated.",
            ),
            click.option(
                "--target",
                metavar="NAME/ARITY",
                help="What to learn, where POS does not tell. Without POS its facts "
                "in BK are the positive examples.",
            ),
            click.option(
                "--modes",
                metavar="FILE",
                help="A file of mode declarations; they may also stand in BK.",
            ),
        ]
    ):
        command = decorate(command)
    return command


def _sources(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
) -> Sources:
    from fold_cli.loader import Sources

    return Sources((bk, *background), pos, neg, target, modes)


def _format_option(default: str) -> Callable[..., Any]:
    return click.option(
        "--format",
        "style",
        type=click.Choice(["pl", "asp", "json", "text"]),
        default=default,
        show_default=True,
        help="Prolog, clingo, JSON, or English sentences.",
    )


_output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write the theory here, not to the terminal."
)


def _write(text: str, output: str | None, style: str) -> None:
    from fold_cli.output import write_file

    if output:
        write_file(output, text)
    elif sys.stdout.isatty():
        from fold_cli.console import highlighted

        highlighted(text, style)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


@cli.command(
    cls=_Examples,
    epilog="fold learn bk.pl pos.pl neg.pl -o theory.pl\n"
    "fold learn playtennis.pl --target play/1 --format text",
)
@_inputs
@_output_option
@_format_option("pl")
@click.option(
    "--algorithm",
    type=click.Choice(["fold", "foil"]),
    default="fold",
    show_default=True,
    help="FOLD (FOLD-R where there are numbers), or FOIL, the baseline: negated "
    "literals and no exceptions.",
)
@click.option(
    "--max-literals",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most N literals in a body, before its exceptions. [no limit]",
)
@click.option(
    "--max-clauses",
    type=click.IntRange(min=0),
    metavar="N",
    help="At most N rules; the examples they leave are enumerated. [no limit]",
)
@click.option(
    "--max-exception-depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="Exceptions to exceptions at most N deep; 0 for none. [no limit]",
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
    algorithm: str,
    max_literals: int | None,
    max_clauses: int | None,
    max_exception_depth: int | None,
    quiet: bool,
) -> int:
    """Learn a theory from background knowledge and examples.

    BK holds facts and rules, POS and NEG facts of the target: its positive and
    negative examples. Without NEG, all that is not positive is negative (the closed
    world assumption).
    """
    from fold_cli import api, console
    from fold_cli.learner import Options
    from fold_cli.writer import render

    sources = _sources(bk, pos, neg, background, target, modes)
    options = Options(algorithm, max_literals, max_clauses, max_exception_depth)
    watch = console.Stopwatch()
    notes: list[str] = []
    with console.progress(not quiet) as progress:
        outcome = api.learn(sources, options, progress, notes.append)
    if not quiet:
        for note in notes:
            _tell(f"fold: {note}")
    _write(render(outcome.theory, style), output, style)
    if not quiet:
        console.summary(outcome.theory, watch.seconds())
    if outcome.theory.partial:
        _tell("fold: interrupted; the theory so far was written, marked partial")
        return PARTIAL
    return 0


@cli.command(cls=_Examples, epilog="fold modes bk.pl pos.pl > modes.pl")
@_inputs
def modes(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
) -> None:
    """Print the mode declarations that learning would use, to edit."""
    from fold_cli.loader import free, load

    problem = load(_sources(bk, pos, neg, background, target, modes))
    free(problem)
    click.echo(f":- modeh(1, {problem.head}).")
    for mode in problem.body:
        click.echo(f":- modeb(*, {mode}).")


@cli.command(cls=_Examples, epilog="fold show theory.pl --format text")
@click.argument("theory")
@_output_option
@_format_option("pl")
def show(theory: str, output: str | None, style: str) -> None:
    """Render a theory file again, in any format."""
    from fold_cli.reader import read_theory
    from fold_cli.writer import render

    _write(render(read_theory(theory), style), output, style)


@cli.command(cls=_Examples, epilog="fold doctor")
def doctor() -> None:
    """Print versions and paths, and what is wrong if Prolog cannot be embedded."""
    from importlib.metadata import PackageNotFoundError, version

    click.echo(f"fold {__version__} at {Path(__file__).parent}")
    click.echo(f"Python {sys.version.split()[0]} at {sys.executable}")
    for package in ("pyswip", "numpy"):
        try:
            click.echo(f"{package} {version(package)}")
        except PackageNotFoundError:
            click.echo(f"{package} is missing; install fold again with pip")
    click.echo(f"swipl command: {shutil.which('swipl') or 'not found on PATH'}")
    from fold_cli.engine import engine, prolog_directory

    prolog = engine()
    library, home = prolog.paths()
    click.echo(f"SWI-Prolog {prolog.version()}, library {library}, home {home}")
    click.echo(f"Prolog files of fold: {prolog_directory()}")
    click.echo("embedding works")


if __name__ == "__main__":
    main()
