"""What users give, as sources: paths, Prolog text, atoms, and options about them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict, TypeVar, cast

from fold_cli.engine.prolog import INFERENCE_LIMIT, MAX_INFERENCES, Engine
from fold_cli.errors import KEYWORDS, UsageError
from fold_cli.files.sources import (
    STANDARD_INPUT,
    TABLE_SUFFIXES,
    Sources,
    TableSource,
    check_table_named,
    exists,
    is_table,
)
from fold_cli.use.asp_tasks import as_one_model
from fold_cli.use.inputs.option_values import flag, whole_number
from fold_cli.use.inputs.text_files import files_for_text, path_of, sources_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from typing_extensions import Unpack

    from fold_cli.use.inputs.text_files import Files, Source

DIALECTS = ("fold", "popper", "aleph", "ilasp")


class InputOptions(TypedDict, total=False):
    """Options of all commands that read files, named as on the command line.

    ``class_column`` and ``id_column`` are ``--class`` and ``--id``.
    """

    background: Iterable[Source]
    target: str | None
    modes: Source | None
    dialect: str | None
    trust: bool
    class_column: str | None
    positive: str | None
    id_column: str | None
    numeric: str | Iterable[str]
    categorical: str | Iterable[str]
    ignore: str | Iterable[str]
    missing: str | Iterable[str]
    max_inferences: int | None


TABLE_OPTIONS = {
    "class_column": "--class",
    "positive": "--positive",
    "id_column": "--id",
    "numeric": "--numeric",
    "categorical": "--categorical",
    "ignore": "--ignore",
    "missing": "--missing",
}
"""Options about tables alone, and what the command line calls them."""

TEXT_OPTIONS = ("target", "dialect", "class_column", "positive", "id_column")
"""Options whose value is one text."""


@contextmanager
def reading(
    bk: Source, pos: Source | None, neg: Source | None, options: InputOptions
) -> Iterator[Reading]:
    """Give the sources that the arguments name, for as long as the block runs."""
    check_inputs(bk, pos, neg, **options)
    limit = Engine.inference_limit
    most = options.get("max_inferences") or INFERENCE_LIMIT
    Engine.inference_limit = int(min(most, MAX_INFERENCES))
    try:
        with files_for_text() as files:
            yield Reading(_sources(files, bk, pos, neg, options), files)
    finally:
        Engine.inference_limit = limit


def check_inputs(
    bk: Source,
    pos: Source | None = None,
    neg: Source | None = None,
    **options: Unpack[InputOptions],
) -> bool:
    """Raise unless the arguments go together; return whether they name a table."""
    given: dict[str, Any] = dict(options)
    if unknown := {*given} - {*InputOptions.__annotations__}:
        meant = _options_meant(sorted(unknown))
        hint = f"; give {', '.join(meant)}" if meant else ""
        raise TypeError(f"there is no option {', '.join(sorted(unknown))}{hint}")
    for name in TEXT_OPTIONS:
        if not isinstance(value := given.get(name), (str, NoneType)):
            raise UsageError(f"{name}={value!r:.60} is no text: give a str.")
        if value == "":
            option = TABLE_OPTIONS.get(name, f"--{name}")
            raise UsageError(f"{option} is given without a name.")
    if (limit := given.get("max_inferences")) is not None:
        whole_number("max_inferences", limit)
    flag("trust", given.get("trust"))
    path = path_of(bk)
    table = path is not None and is_table(path)
    examples = pos is not None or neg is not None
    beside = (given.get(name) for name in ("background", "dialect", "trust"))
    if table and (examples or any(beside)):
        shown = "- (standard input)" if path == STANDARD_INPUT else path
        column = path_of(pos) if pos is not None else None
        hint = ""
        if column and not exists(column):
            hint = f" If {column} is the class, give --class {column}."
        raise UsageError(
            f"{shown} is a table, which holds its own examples: no POS, NEG, "
            f"--background, --dialect or --trust beside it.{hint}"
        )
    about_table = [TABLE_OPTIONS[key] for key in TABLE_OPTIONS if given.get(key)]
    if about_table and not table:
        _refuse_table_option(about_table[0], path)
    if given.get("dialect") not in (None, *DIALECTS):
        known = ", ".join(DIALECTS)
        raise UsageError(f"there is no dialect {given['dialect']}: {known}.")
    return table


def _refuse_table_option(option: str, path: str | None) -> NoReturn:
    """Raise the error of an option about tables where BK is none."""
    if path:
        check_table_named(path)
    endings = ", ".join(TABLE_SUFFIXES)
    raise UsageError(
        f"{option} is about tables, but {path or 'the background'} is none. Tables are "
        f"files that end in {endings}: if it is one, name it so."
    )


def _options_meant(unknown: Sequence[str]) -> list[str]:
    """Return the keyword arguments that are most like unknown ones."""
    import difflib  # slow to load

    from fold_cli.search.options import Options

    known = [*InputOptions.__annotations__, *(field.name for field in fields(Options))]
    found = []
    for name in unknown:
        bare = name.strip("_")
        if bare in KEYWORDS:
            found.append(KEYWORDS[bare])
        elif near := difflib.get_close_matches(name, known, 1, 0.75):
            found.append(f"{near[0]}=")
    return found


def _sources(
    files: Files,
    bk: Source,
    pos: Source | None,
    neg: Source | None,
    options: InputOptions,
) -> Sources | TableSource:
    """Return the sources that checked arguments name."""
    path, dialect = files.path(bk, "bk.pl"), options.get("dialect")
    target = options.get("target")
    given = options.get("modes")
    modes = None if given is None else files.path(given, "modes.pl")
    if is_table(path):
        return TableSource(
            path,
            options.get("class_column"),
            options.get("positive"),
            options.get("id_column"),
            words_in(options.get("numeric")),
            words_in(options.get("categorical")),
            words_in(options.get("ignore")),
            target,
            _words(options.get("missing")),
            modes,
        )
    if pos is None:
        path = as_one_model(path, dialect, files.write)
    more = enumerate(sources_in(options.get("background")), 1)
    return Sources(
        (path, *(files.path(each, f"background{n}.pl") for n, each in more)),
        None if pos is None else files.path(pos, "pos.pl"),
        None if neg is None else files.path(neg, "neg.pl"),
        target,
        modes,
        dialect,
        options.get("trust", False),
    )


def words_in(given: Any) -> tuple[str, ...]:
    """Return words, such as names of columns, given as one, as several or as None."""
    if given is None:
        return ()
    one = isinstance(given, str) or not hasattr(given, "__iter__")
    return tuple(map(str, [given] if one else given))


def _words(given: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the words of an option, which has commas between them."""
    words = (word.strip() for text in words_in(given) for word in text.split(","))
    return tuple(dict.fromkeys(filter(None, words)))


T = TypeVar("T")


class Reading:
    """Sources, some of which may be in no file of the user's."""

    def __init__(self, sources: Sources | TableSource, files: Files) -> None:
        self.sources, self._files = sources, files

    def path(self, source: Source, name: str) -> str:
        """Return the path of one more source; write it under a name if it has none."""
        return self._files.path(source, name)

    @property
    def text(self) -> bool:
        """Whether any of them is given as text."""
        return self._files.used

    def names(self, **given: Source | None) -> list[str]:
        """Return what files are called, without their directories; text is bk.pl."""
        found = []
        for kind, source in given.items():
            if source is not None:
                path = path_of(source) or f"{kind}.pl"
                name = "standard input" if path == STANDARD_INPUT else Path(path).name
                found.append(name or path)
        return found

    def renamed(self, found: T) -> T:
        """Return what was found with sources named as the user knows them."""
        return cast("T", self._renamed(found)) if self._files.used else found

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._files.renamed(value)
        if isinstance(value, (list, tuple)):
            make = getattr(value, "_make", type(value))  # of a named tuple: its fields
            return make(map(self._renamed, value))
        if not is_dataclass(value) or isinstance(value, type):
            return value
        parts = {f.name: self._renamed(getattr(value, f.name)) for f in fields(value)}
        return replace(value, **parts)
