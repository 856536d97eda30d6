"""Progress, colours, summaries and tables: the only module that knows rich."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from fold_cli.api import Evaluation, Theory

MAX_CLAUSE_CHARACTERS = 1000
"""Characters of a clause that are shown in a table."""

SECONDS_BEFORE_DISPLAY = 1.0
"""Seconds before a progress display appears."""


class Progress:
    """A progress display on standard error for work that takes a while."""

    def __init__(self, enabled: bool) -> None:
        self._lock = threading.Lock()
        self._state = ("", 0, 0)
        self._display: Any = None
        self._task: Any = None
        self._timer: threading.Timer | None = None
        if enabled and sys.stderr.isatty():
            self._timer = threading.Timer(SECONDS_BEFORE_DISPLAY, self._start)
            self._timer.daemon = True
            self._timer.start()

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show how much of a step is done; a total of 0 means unknown."""
        with self._lock:
            self._state = (step, done, total)
            if self._display is not None:
                self._show()

    def _start(self) -> None:
        from rich import progress

        with self._lock:
            self._display = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}", markup=False),
                progress.BarColumn(),
                progress.TaskProgressColumn(),
                progress.TimeElapsedColumn(),
                console=_message_console(),
                transient=True,
            )
            self._task = self._display.add_task("", total=None)
            self._display.start()
            self._show()

    def _show(self) -> None:
        step, done, total = self._state
        self._display.update(
            self._task, description=step, completed=done, total=total or None
        )

    def stop(self) -> None:
        """Take the display away."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        with self._lock:
            if self._display is not None:
                self._display.stop()
                self._display = None


@contextmanager
def progress(enabled: bool) -> Iterator[Progress]:
    """Show progress while the block runs."""
    display = Progress(enabled)
    try:
        yield display
    finally:
        display.stop()


def highlighted(text: str, language: str) -> None:
    """Print a theory to the terminal in colour."""
    from rich.syntax import Syntax

    lexer = {"pl": "prolog", "asp": "prolog", "json": "json"}.get(language, "text")
    coloured = Syntax("", lexer, theme="ansi_dark").highlight(text)
    _console().print(coloured, end="", soft_wrap=True)  # lines as they are, to copy


def _console(**options: Any) -> Console:
    """Return a console to which names are text, never markup or emoji codes."""
    from rich.console import Console

    return Console(markup=False, emoji=False, **options)


class _Messages:
    """Standard error, to which writing never fails: its terminal may be closed."""

    def __init__(self) -> None:
        self._stream = sys.stderr

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _message_console() -> Console:
    """Return a console for what nobody needs to hear."""
    return _console(file=_Messages())


def summary(
    theory: Theory, seconds: float, print_message: Callable[[str], None]
) -> None:
    """Say what was learned: in a table on the terminal, else in a line of a message."""
    clauses, literals = theory.size
    assert theory.examples
    known = theory.covers  # not of a theory whose extension was stopped
    positives = f"{known.positives if known else '?'} of {theory.examples.positives}"
    negatives = f"{known.negatives if known else '?'} of {theory.examples.negatives}"
    covered = f"covers {positives} positive, {negatives} negative"
    columns = ["positives covered", "negatives covered"]
    cells = [positives, negatives]
    if theory.classes:
        covered = f"right about {positives} rows"
        columns, cells = ["rows right"], [positives]
    if not sys.stderr.isatty():
        print_message(
            f"{theory.target}: {clauses} clause{'s' * (clauses != 1)}, "
            f"{literals} literal{'s' * (literals != 1)}; {covered}; {seconds:.2f} s"
        )
        return
    from rich.table import Table

    table = Table(title=str(theory.target), title_justify="left")
    for column in ["clauses", "literals", *columns, "seconds"]:
        table.add_column(column, justify="right")
    table.add_row(str(clauses), str(literals), *cells, f"{seconds:.2f}")
    _message_console().print(table)


def evaluation(result: Evaluation) -> str:
    """Return how a theory fares as text: measures, confusion matrix, clauses."""
    from fold_cli.api import visible

    shown = [f"{_measure(name)} {value:.3f}" for name, value in result.measures.items()]
    place = list(result.measures).index("majority")
    measures = f"{', '.join(shown[:place])}\n{', '.join(shown[place:])}"
    clauses = []
    for score in result.clauses:
        counts = (score.positives, score.negatives, score.right, score.wrong)
        cells = ["-" if count is None else str(count) for count in counts]
        clauses.append([_short(score.text), *cells])
    columns = ["clause", "positives", "negatives", "right", "wrong"]
    return "\n".join(
        [
            f"{visible(str(result.target))}: {measures}\n",
            *(table(rows[0], rows[1:]) for rows in result.confusion.tables),
            table(columns, clauses),
        ]
    )


def validation(figures: dict[str, dict[str, float]], folds: int) -> str:
    """Return mean and standard deviation of each figure as text."""
    rows = [
        [_measure(name), f"{each['mean']:.3f}", f"{each['std']:.3f}"]
        for name, each in figures.items()
    ]
    return f"over {folds} folds\n\n" + table(["", "mean", "std"], rows)


def _measure(name: str) -> str:
    """Return the name of a measure as it is shown."""
    return name.replace("_", " ").replace("f1", "F1").replace("auc", "AUC")


def _short(text: str) -> str:
    """Return a clause, cut where it is very long: an enumeration."""
    limit = MAX_CLAUSE_CHARACTERS
    return text if len(text) <= limit else f"{text[:limit]} ..."


def table(columns: list[str], rows: list[list[str]]) -> str:
    """Return a table as plain text: its first column words, the others numbers."""
    import io
    import shutil

    from rich import box
    from rich.table import Table

    from fold_cli.api import visible

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if number else "left"
        grid.add_column(visible(column), justify=justify, overflow="fold")
    for row in rows:
        grid.add_row(*map(visible, row))
    text = io.StringIO()
    width = shutil.get_terminal_size((100, 24)).columns
    _console(file=text, width=width, highlight=False).print(grid)
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())
