"""Options that commands share, and where their output goes."""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.search.options import Options

ERROR, USAGE, PARTIAL = 1, 2, 3
"""Exit codes; 0 is success."""


def tell(message: str) -> None:
    """Say something on standard error, without what a terminal would obey."""
    print(re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "?", message), file=sys.stderr)


class ExampleCommand(click.Command):
    """A command whose help ends in an example, written as it is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write("Example:\n")
            for line in self.epilog.splitlines():
                formatter.write(f"  {line}\n")


def _remember_dialect(
    context: click.Context, _: click.Parameter, value: str | None
) -> None:
    """Keep the dialect for ``sources``, so that commands need not hand it on."""
    context.meta["fold.dialect"] = value


def _set_timeout(_: click.Context, __: click.Parameter, value: float | None) -> None:
    if value is not None:
        from fold_cli.engine.stop import stopper

        stopper().limit(value)


def _set_inferences(_: click.Context, __: click.Parameter, value: int | None) -> None:
    from fold_cli.engine.prolog import INFERENCE_LIMIT, Engine

    Engine.inference_limit = value or INFERENCE_LIMIT


def _remember_trust(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Keep what ``trusted`` says."""
    context.meta["fold.trust"] = value


def trusted() -> bool:
    """Return whether files may run what they like, and say so if they may."""
    context = click.get_current_context()
    found = bool(context.meta.get("fold.trust"))
    if found and not context.params.get("quiet"):
        tell("fold: --trust: background files are loaded as Prolog does, and may run")
    return found


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options about how long files may run, and whether they are trusted."""
    for decorate in reversed(
        [
            click.option(
                "--timeout",
                type=click.FloatRange(min=0, min_open=True),
                metavar="SECONDS",
                callback=_set_timeout,
                expose_value=False,
                help="Stop after so long; what is found so far is kept. [no limit]",
            ),
            click.option(
                "--max-inferences",
                type=click.IntRange(min=1),
                metavar="N",
                callback=_set_inferences,
                expose_value=False,
                help="Steps that Prolog may take for one question. [1000000000]",
            ),
            click.option(
                "--trust",
                is_flag=True,
                callback=_remember_trust,
                expose_value=False,
                help="Load background files by the ordinary rules of Prolog, which "
                "run what is in them, and let rules call anything.",
            ),
        ]
    ):
        command = decorate(command)
    return command


def problem_inputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments and options that name a problem."""
    command = run_options(command)
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
            click.option(
                "--dialect",
                type=click.Choice(["fold", "popper", "aleph", "ilasp"]),
                callback=_remember_dialect,
                expose_value=False,
                help="Whose files these are, where they are not recognised: our own, "
                "a directory of Popper's, Aleph's, or with #modeh as in ILASP.",
            ),
        ]
    ):
        command = decorate(command)
    return command


def _remember_table(
    context: click.Context, option: click.Parameter, value: str | tuple[str, ...]
) -> None:
    """Keep what is said about a table for ``inputs``."""
    if value:
        context.meta.setdefault("fold.table", {})[option.name] = value
        context.meta["fold.table.option"] = option.opts[0]


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options about a table; ``inputs`` finds them, commands need not."""
    for names, metavar, several, text in reversed(
        [
            (
                ["--class", "class_column"],
                "COLUMN",
                False,
                "In a table, the column that tells positive from negative. [class]",
            ),
            (
                ["--positive"],
                "VALUE",
                False,
                "The value of the class that makes a row positive.",
            ),
            (
                ["--id", "id_column"],
                "COLUMN",
                False,
                "The column that names the rows. [row1, row2, ...]",
            ),
            (
                ["--numeric"],
                "COLUMNS",
                True,
                "Columns of numbers, with commas between. [those with nothing else]",
            ),
            (
                ["--categorical"],
                "COLUMNS",
                True,
                "Columns of names, even where they look like numbers.",
            ),
            (["--ignore"], "COLUMNS", True, "Columns to leave out."),
        ]
    ):
        command = click.option(
            *names,
            metavar=metavar,
            multiple=several,
            help=text,
            callback=_remember_table,
            expose_value=False,
        )(command)
    return command


def _remember_search(
    context: click.Context, option: click.Parameter, value: object
) -> None:
    """Keep how to search for ``search``."""
    context.meta.setdefault("fold.search", {})[option.name] = value


def search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options about how to search; ``search`` finds them."""
    option = partial(click.option, callback=_remember_search, expose_value=False)
    for decorate in reversed(
        [
            option(
                "--algorithm",
                type=click.Choice(["fold", "foil"]),
                default="fold",
                show_default=True,
                help="FOLD (FOLD-R where there are numbers), or FOIL, the baseline: "
                "negated literals and no exceptions.",
            ),
            option(
                "--max-literals",
                type=click.IntRange(min=1),
                metavar="N",
                help="At most N literals in a body, before its exceptions. [no limit]",
            ),
            option(
                "--max-clauses",
                type=click.IntRange(min=0),
                metavar="N",
                help="At most N rules; the examples they leave are enumerated. "
                "[no limit]",
            ),
            option(
                "--max-exception-depth",
                type=click.IntRange(min=0),
                metavar="N",
                help="Exceptions to exceptions at most N deep; 0 for none. [no limit]",
            ),
            option(
                "--lookahead",
                type=click.IntRange(min=0),
                default=1,
                show_default=True,
                metavar="N",
                help="Try a literal that introduces variables with up to N more that "
                "use them.",
            ),
            option(
                "--recursion",
                is_flag=True,
                help="Let the target stand in the bodies of its rules.",
            ),
            option(
                "--noise",
                is_flag=True,
                help="The examples may be wrong: learn only what pays for itself, and "
                "let the theory get some of them wrong.",
            ),
            option(
                "--gain",
                type=click.Choice(["foil", "entropy"]),
                help="How to choose literals: by FOIL's gain or by that in entropy. "
                "[foil; with --noise entropy]",
            ),
        ]
    ):
        command = decorate(command)
    return command


def search() -> Options:
    """Return what ``search_options`` says."""
    from fold_cli.search.options import Options

    options = Options(**click.get_current_context().meta["fold.search"])
    if options.noise and options.recursion:
        raise click.UsageError("--noise and --recursion do not go together.")
    return options


def inputs(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
) -> Sources | TableSource:
    """Return what ``problem_inputs`` and ``table_options`` name."""
    from fold_cli.files.sources import TableSource, is_table

    meta = click.get_current_context().meta
    told = meta.get("fold.table", {})
    if not is_table(bk):
        if told:
            option = meta["fold.table.option"]
            raise click.UsageError(f"{option} is about tables, but {bk} is none.")
        return sources(bk, pos, neg, background, target, modes)
    if pos or neg or background or modes or meta.get("fold.dialect"):
        raise click.UsageError(
            f"{bk} is a table, which holds its own examples: no POS, NEG, "
            "--background, --modes or --dialect beside it."
        )
    return TableSource(bk, target=target, **told)


def sources(
    bk: str,
    pos: str | None,
    neg: str | None,
    background: tuple[str, ...],
    target: str | None,
    modes: str | None,
) -> Sources:
    """Return what the arguments of ``problem_inputs`` name."""
    from fold_cli.files.sources import Sources

    dialect = click.get_current_context().meta.get("fold.dialect")
    return Sources((bk, *background), pos, neg, target, modes, dialect, trusted())


def format_option(default: str) -> Callable[..., Any]:
    """Return the option that chooses how a theory is written."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(["pl", "asp", "json", "text"]),
        default=default,
        show_default=True,
        help="Prolog, clingo, JSON, or English sentences.",
    )


output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write the theory here, not to the terminal."
)


def write(text: str, output: str | None, style: str) -> None:
    """Write a theory to a file, the terminal or the next program."""
    from fold_cli.output import write_file

    if output:
        write_file(output, text)
    elif sys.stdout.isatty():
        from fold_cli.cli.console import highlighted

        highlighted(text, style)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
