"""The arguments and options that name the files a command reads, as one object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from fold_cli.cli.command import collected, is_given, modes_option
from fold_cli.cli.streams import warn

if TYPE_CHECKING:
    from fold_cli.cli.command import Decorator


MAX_TIMEOUT_SECONDS = 10**9
"""The longest time limit; clocks of some systems count no further."""


class Inputs(NamedTuple):
    """The arguments and options that name what is read."""

    bk: str = "."
    pos: str | None = None
    neg: str | None = None
    background: tuple[str, ...] = ()
    target: str | None = None
    modes: str | None = None
    dialect: str | None = None
    trust: bool = False
    max_inferences: int | None = None
    class_column: str | None = None
    positive: str | None = None
    id_column: str | None = None
    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def options(self, *, quiet: bool = False) -> dict[str, Any]:
        """Return the keyword arguments of the library, without bk, pos and neg.

        Raise where they contradict each other; warn where files are trusted, and where
        BK is taken from this directory.
        """
        from fold_cli.api import check_inputs

        options = self._asdict()
        files = _problem_here(self.dialect)
        if files and not quiet:
            warn(f"no BK given: taking {files} in this directory")
        for name in ("bk", "pos", "neg"):
            del options[name]
        table = check_inputs(self.bk, self.pos, self.neg, **options)
        if self.trust and not table and not quiet:
            warn("--trust: background files are loaded as Prolog does, and may run")
        return options


PROGRAM_FILES = ("scale", "cautious", *Inputs._fields)
"""The options that say how Prolog files with several stable models are read."""


def _problem_here(dialect: str | None) -> str:
    """Return the files of the problem in this directory if BK is not given."""
    if is_given("bk"):
        return ""
    from fold_cli.api import FoldError, problem_in

    try:
        return str(problem_in(".", dialect))
    except FoldError as error:
        raise click.UsageError(f"no BK given, and {error.message}.") from None


def _set_timeout(_: click.Context, __: click.Parameter, value: float | None) -> None:
    """Begin to count before the command does anything."""
    if value is None:
        return
    if not value <= MAX_TIMEOUT_SECONDS:  # which "not a number" is not, either
        raise click.BadParameter(f"give at most {MAX_TIMEOUT_SECONDS:,} seconds.")
    from fold_cli.api import stopper

    stopper().limit(value)


_RUN: list[Decorator] = [
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
        help="Steps that Prolog may take for one question. [1000000000]",
    ),
    click.option(
        "--trust",
        is_flag=True,
        help="Load background files by the ordinary rules of Prolog, which "
        "run what is in them, and let rules call anything.",
    ),
]

_TABLE: list[Decorator] = [
    click.option(
        "--class",
        "class_column",
        metavar="COLUMN",
        help="In a table, the column that tells positive from negative. [class]",
    ),
    click.option(
        "--positive",
        metavar="VALUE",
        help="The value of the class that makes a row positive.",
    ),
    click.option(
        "--id",
        "id_column",
        metavar="COLUMN",
        help="The column that names the rows. [row1, row2, ...]",
    ),
    click.option(
        "--numeric",
        metavar="COLUMNS",
        multiple=True,
        help="Columns of numbers, with commas between. [those with nothing else]",
    ),
    click.option(
        "--categorical",
        metavar="COLUMNS",
        multiple=True,
        help="Columns of names, even where they look like numbers.",
    ),
    click.option(
        "--ignore", metavar="COLUMNS", multiple=True, help="Columns to leave out."
    ),
    click.option(
        "--missing",
        metavar="WORDS",
        multiple=True,
        help="Words in cells that mean no value, beside the usual ones.",
    ),
]

_PROBLEM: list[Decorator] = [
    click.argument("bk", metavar="[BK]", default="."),
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
        help="Whose files these are, where they are not recognised: our own, "
        "a directory of Popper's, Aleph's, or with #modeh as in ILASP.",
    ),
]

_BACKGROUND: list[Decorator] = [
    click.option(
        "-b",
        "--background",
        multiple=True,
        metavar="FILE",
        help="A further background file, such as facts that are new; may be repeated.",
    ),
    modes_option,
]

problem_inputs = collected("inputs", Inputs, [*_PROBLEM, *_RUN, *_TABLE])
"""Adds the arguments and options of a learning problem."""


def background_inputs(*examples: Decorator) -> Decorator:
    """Return a decorator that adds BK, beside which a theory runs, and ``examples``."""
    bk = click.argument("bk", metavar="BK")
    return collected("inputs", Inputs, [bk, *examples, *_BACKGROUND, *_RUN, *_TABLE])
