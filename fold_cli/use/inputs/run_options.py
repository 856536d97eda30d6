"""Options as keyword arguments, checked, and a limit of time for one run."""

from __future__ import annotations

import math
import time
from numbers import Real
from typing import TYPE_CHECKING, Any, TypedDict

from fold_cli.engine.stop import Stopped
from fold_cli.errors import UsageError
from fold_cli.search.options import Options
from fold_cli.use.inputs.input_sources import InputOptions
from fold_cli.use.inputs.option_values import LIMITS, flag, whole_number
from fold_cli.use.inputs.text_files import file_path

if TYPE_CHECKING:
    import os

    from fold_cli.engine.progress import Progress


class SearchOptions(TypedDict, total=False):
    """How to search, as on the command line."""

    algorithm: str
    max_literals: int | None
    max_clauses: int | None
    max_exception_depth: int | None
    lookahead: int | None  # None: by need
    recursion: bool
    noise: bool | None  # None: as tables are learned from, and Prolog files not
    gain: str | None
    weight: str | None
    beam: int


class LearnOptions(InputOptions, SearchOptions, total=False):
    """What to learn from, and how to search."""


MAX_SECONDS = 1e9
"""The longest limit of time: a longer one is never over."""

_CHOICES = {"algorithm": ("fold", "foil"), "gain": ("foil", "entropy", None)}


def split_options(options: LearnOptions) -> tuple[Options, InputOptions]:
    """Return how to search, and what to read."""
    inputs: Any = dict(options)
    names = SearchOptions.__annotations__
    search = {name: inputs.pop(name) for name in names if name in inputs}
    for name, choices in _CHOICES.items():
        if (value := search.get(name, choices[0])) not in choices:
            listed = ", ".join(choice for choice in choices if choice)
            raise UsageError(f"{value!r} is no choice for --{name}: {listed}.")
    search = {name: value for name, value in search.items() if value is not None}
    for name, value in search.items():
        if name in ("noise", "recursion"):
            search[name] = flag(name, value)
        elif name in LIMITS:
            search[name] = whole_number(name, value)
    found = Options(**search)
    if found.noise and found.recursion:
        raise UsageError("--noise and --recursion do not go together.")
    if found.weight and found.noise is False:
        raise UsageError("--weight needs --noise: an exact theory fits every row.")
    return found, inputs


def check_run(
    search: Options,
    checkpoint: str | os.PathLike[str] | None,
    spread: dict[str, Any],
    table: bool,
    extend: bool,
) -> str | None:
    """Return the path of the checkpoint, if one is asked for.

    Raise an error where one run cannot have all that is asked for. ``spread`` are the
    options, if any is given, by which rows are not in this process.
    """
    flag("extend", extend)
    path = None if checkpoint is None else file_path(checkpoint)
    given = [name for name, value in spread.items() if value is not None]
    others = ["--checkpoint"] * (path is not None) + given
    others += ["--recursion"] * search.recursion + ["--weight"] * bool(search.weight)
    if extend and others:
        hint = "; a theory that calls its target is extended without it, by rules that "
        hint = f"{hint}do not" if others[0] == "--recursion" else ""
        raise UsageError(f"--extend and {others[0]} do not go together{hint}.")
    if path and search.noise:
        raise UsageError("--noise and --checkpoint do not go together; give --exact.")
    if path and search.beam > 1:
        raise UsageError("--beam and --checkpoint do not go together.")
    if given and not table:
        raise UsageError(f"{given[0]} is about tables alone.")
    if given and (path or search.recursion):
        option = "--checkpoint" if path else "--recursion"
        raise UsageError(f"{option} and {given[0]} do not go together.")
    return path


class Deadline:
    """Hands progress on, and stops the run where its time is over."""

    def __init__(self, seconds: float | None, progress: Progress) -> None:
        if seconds is not None and not (isinstance(seconds, Real) and seconds >= 0):
            raise UsageError(f"timeout={seconds!r:.60} is no number of seconds.")
        self._seconds = math.inf if seconds is None else min(seconds, MAX_SECONDS)
        self._end, self._progress = time.monotonic() + self._seconds, progress
        self.passed = False

    def __str__(self) -> str:
        return f"the time limit of {self._seconds:g} s is over"

    def __call__(self, step: str, done: int, total: int) -> None:
        """Hear of progress."""
        self._progress(step, done, total)
        if time.monotonic() > self._end:
            self.passed = True
            raise Stopped(str(self))
