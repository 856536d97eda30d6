"""The command line: click and rich, and nothing else.

In: arguments. Out: streams and exit codes. It knows the library by its front door,
``fold_cli.api``, alone.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import click

from fold_cli import __version__
from fold_cli.api import announce_standard_streams, stopper, visible
from fold_cli.cli.streams import (
    ERROR,
    PARTIAL,
    USAGE,
    print_error,
    print_message,
    print_message_lines,
)
from fold_cli.errors import FoldError, causing_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

_COREUTILS = ("-w", "-b", "-s", "-c", "--width", "--bytes", "--spaces")


def main() -> None:
    """Run the command line and exit with its code."""
    if message := _meant_for_coreutils(sys.argv[1:]):
        print_message(message)
        sys.exit(USAGE)
    FoldError.for_command_line = True
    try:
        stopper().take_over()
        announce_standard_streams()
        if isinstance(sys.stdout, io.TextIOWrapper):
            # as theory files are, in any locale; a goal given here may be no UTF-8
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        args = sys.argv[1:] or ["--help"]
        # click completes words for shells where a variable says so: none is looked at
        code = cli.main(args, "fold", complete_var="", standalone_mode=False) or 0
        sys.stdout.flush()
    except click.ClickException as error:
        shown = io.StringIO()
        error.message = visible(error.message)  # type: ignore[misc]
        error.show(shown)
        print_message_lines(shown.getvalue().rstrip())
        code = error.exit_code
    except click.exceptions.Exit as exit_:
        code = exit_.exit_code
    except FoldError as error:
        print_error(error)
        code = ERROR
    except (BrokenPipeError, SystemExit):  # click makes the first into the second
        _discard_output()
        code = ERROR  # whoever reads the output has closed it: no message is due
    except OSError as error:
        many = error.errno == errno.EMFILE
        what = error.filename or ("a file" if many else "cannot write")
        advice = "; allow more: ulimit -n 256" if many else ""
        print_message(f"fold: error: {what}: {error.strerror or error}{advice}")
        _discard_output()
        code = ERROR
    except MemoryError:
        print_message("fold: error: there is not enough memory for this")
        code = ERROR
    except (_Stopped, KeyboardInterrupt, click.Abort) as end:
        reason = str(end) or stopper().stop_reason or "interrupted"
        print_message(f"fold: {reason}; {stopper().outcome}")
        stopper().disarm()
        sys.exit(PARTIAL)  # the traceback still holds what takes long to free
    stopper().disarm()
    sys.exit(code)


def _discard_output() -> None:
    """Discard what is still buffered, since its reader is gone."""
    with contextlib.suppress(OSError):  # it is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _meant_for_coreutils(args: list[str]) -> str | None:
    """Return a message for arguments of the ``fold`` that wraps lines."""
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


class _Stopped(Exception):  # noqa: N818  (nothing is wrong)
    """A command was stopped before it had a result."""


class _Commands(Mapping[str, click.Command]):
    """The commands by name, each loaded when it is asked for."""

    _modules: ClassVar = {
        "convert": "convert",
        "cv": "cv",
        "doctor": "doctor",
        "evaluate": "evaluate",
        "explain": "explain",
        "learn": "learn",
        "modes": "learn",
        "predict": "predict",
        "report": "report",
        "show": "show",
    }

    def __getitem__(self, name: str) -> click.Command:
        module = import_module(f"fold_cli.cli.{self._modules[name]}")
        return cast("click.Command", getattr(module, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


class _Group(click.Group):
    """The commands; ``main``, not click, reports what stops one of them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; the error lists those there are."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if "Did you mean" in (message := error.format_message()):
                raise
            names = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"{message} There are {names}.", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BaseException as error:
            stop = causing_interrupt(error)
            if stop is None:
                raise
            raise _Stopped(str(stop)) from None


@click.group(
    cls=_Group,
    commands=_Commands(),
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: fold learn bk.pl pos.pl, or fold learn data.csv --class risk",
)
@click.version_option(__version__, "--version", prog_name="fold")
def cli() -> None:
    """Learn default theories, rules with exceptions, from Prolog or tables."""
