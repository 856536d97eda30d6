"""What all commands share: help with an example, and options as one typed object."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from fold_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class ExampleCommand(click.Command):
    """A command whose help ends in an example, written as it is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write("Example:\n")
            for line in self.epilog.splitlines():
                formatter.write(f"  {line}\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; options that say two things at once are an error."""
        try:
            _, _, given = self.make_parser(ctx).parse_args([*args])
        except click.NoSuchOption as error:
            here = f"No such option '{error.option_name}' of {ctx.command_path}"
            if others := _commands_with(error.option_name, ctx):
                raise click.UsageError(f"{here}; {others} has it.", ctx) from None
            arguments = [p.name for p in self.params if isinstance(p, click.Argument)]
            if (name := error.option_name.lstrip("-")) in arguments:
                place = f"{name.upper()} is given by its place, without an option"
                raise click.UsageError(f"{here}; {place}.", ctx) from None
            raise
        for option in given:
            if not isinstance(option, click.Option) or given.count(option) == 1:
                continue
            names, opposites = option.opts, option.secondary_opts
            if {*names} & {*args} and {*opposites} & {*args}:
                both = f"{names[-1]} and {opposites[-1]}"
                raise click.UsageError(f"{both} do not go together.", ctx)
            if not (option.is_flag or option.multiple):
                raise click.UsageError(f"{names[-1]} is given more than once.", ctx)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            more = any("-b" in each.opts for each in self.params)
            if more and "unexpected extra argument" in error.message:
                hint = f"{error.message}; further background files are given by -b FILE"
                raise click.UsageError(hint, ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a ``UsageError`` of the library becomes one of click."""
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise click.UsageError(str(error), ctx) from None


def _commands_with(option: str, ctx: click.Context) -> str:
    """Return the commands that have an option, as one types them."""
    group = ctx.parent.command if ctx.parent else None
    found = []
    if isinstance(group, click.Group):
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            if command and any(option in each.opts for each in command.params):
                found.append(f"fold {name}")
    return " or ".join(found)


def collected(name: str, kind: Any, options: Sequence[Decorator]) -> Decorator:
    """Return a decorator that adds options to a command, and passes them as one object.

    The parameter ``name`` of the command gets an object of ``kind``, a NamedTuple with
    a field for each of the options.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_object(**parameters: Any) -> Any:
            names = [field for field in kind._fields if field in parameters]
            values = {field: parameters.pop(field) for field in names}
            return command(**parameters, **{name: kind(**values)})

        decorated: Callable[..., Any] = with_object
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def is_given(name: str) -> bool:
    """Return whether the command line has the parameter, rather than its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def check_program_options(task: str | None, *meant: str, of_files: Any = ()) -> None:
    """Raise an error for an option that means nothing to programs with several models.

    Those of ``meant`` have a meaning, and beside Prolog files those of ``of_files``.
    """
    where = "a task with several stable models" if task else "--semantics stable"
    names = {"timeout", *meant} if task else {"timeout", *meant, *of_files}
    for option in click.get_current_context().command.params:
        name = option.name or ""
        if isinstance(option, click.Option) and is_given(name) and name not in names:
            spelled = "/".join([option.opts[-1], *option.secondary_opts])
            raise click.UsageError(f"{spelled} is not for {where}.")


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that chooses how a theory is written."""

    @wraps(command)
    def chosen(style: str | None, output: str | None, **others: Any) -> Any:
        from fold_cli.api import format_of

        style = style or format_of(output or "")
        return command(style=style, output=output, **others)

    return click.option(
        "--format",
        "style",
        type=click.Choice(["pl", "asp", "json", "text", "html", "sql", "python"]),
        help="Prolog, clingo, JSON, English, a page; of a table also SQL or Python. "
        "[what -o FILE.lp, .json, .html, .sql or .py says; else pl]",
    )(chosen)


scale_option = click.option(
    "--scale",
    type=click.IntRange(1, 1_000_000_000),
    default=1,
    metavar="N",
    help="For clingo, which has whole numbers only: multiply all numbers by N. [1]",
)

_SEMANTICS: list[Decorator] = [
    click.option(
        "--semantics",
        type=click.Choice(["one", "stable"]),
        help="Whether the background has one model or several stable models, on "
        "clingo. [one; stable for a task that needs it]",
    ),
    click.option(
        "--cautious",
        is_flag=True,
        help="With --semantics stable, POS is true in all models, not only in some, "
        "and NEG not in all.",
    ),
]


def semantics_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options about several stable models, and check that they go together."""

    @wraps(command)
    def checked(semantics: str | None, cautious: bool, **others: Any) -> Any:
        if cautious and semantics != "stable":
            raise click.UsageError("--cautious needs --semantics stable.")
        return command(semantics=semantics, cautious=cautious, **others)

    decorated: Callable[..., Any] = checked
    for option in reversed(_SEMANTICS):
        decorated = option(decorated)
    return decorated


def cluster_option(what: str) -> Decorator:
    """Return the option that names the workers of Dask; ``what`` begins its help."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help=f"{what} workers of Dask: those of a scheduler, tcp://HOST:8786, or "
        "local:N for N processes of this machine.",
    )


def check_table_options(
    no_table: object, cluster: str | None, memory: str | None
) -> None:
    """Raise an error if --cluster or --memory is given and the input is no table."""
    if no_table and (cluster or memory):
        option = "--cluster" if cluster else "--memory"
        raise click.UsageError(f"{option} is about tables alone.")


memory_option = click.option(
    "--memory",
    metavar="SIZE",
    help="Keep the columns of a table in files, so that a process takes about so much "
    "memory: 500MB.",
)

output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write the theory here, not to the terminal."
)

modes_option = click.option(
    "--modes",
    metavar="FILE",
    help="A file of declarations with sentences for predicates; they may also stand "
    "in BK.",
)
