"""Aleph: ``stem.b``, ``stem.f`` and ``stem.n``, or one file with sections.

Modes, determinations and settings are understood. What is meant for Aleph itself, and
rules that call what only Aleph defines, are left out with a warning.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import records
from fold_cli.errors import InputError, some_names
from fold_cli.files.declarations import Skipped, text_of
from fold_cli.files.problem import Arg
from fold_cli.files.settings import take_bias
from fold_cli.files.sources import check_file, exists, is_file
from fold_cli.files.target import example_groups

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake
    from fold_cli.files.problem import Mode

SUFFIXES = (".b", ".f", ".n")

_DECLARATIONS = ("modeh", "modeb", "mode", "determination", "set", "aleph_set")

_NOT = re.compile(r"(?<=[,(\s])not\s*/\s*1\b")


def with_suffix(path: str, suffix: str) -> Path:
    """Return the file with this suffix for a stem, or for another of its files."""
    file = Path(path)
    if file.suffix in SUFFIXES:
        return file.with_suffix(suffix)
    return file.with_name(file.name + suffix)


def read(intake: Intake) -> Declarations:
    """Load background and examples; return the declarations."""
    sources = intake.sources
    first, *more = sources.background
    background, positives, negatives = _files(first)
    positives = sources.positives or positives
    negatives = sources.negatives or negatives
    for path in [background, *more, *([sources.modes] if sources.modes else [])]:
        _load(intake, path)
    _warn_of_order(intake, positives, negatives)
    for examples, role in ((positives, "pos"), (negatives, "neg")):
        if examples and check_file(examples, empty=True).strip():
            intake.load(examples, role)
    _leave_out_uncallable(intake)
    declared = intake.declarations(constants=True)
    _check_example_files(declared, given=sources.positives is not None)
    declared.head_first = True
    declared.examples = positives
    declared.negatives = sources.negatives
    declared.bias = take_bias(declared)
    posonly = text_of(declared.settings.get("evalfn", ("v",))[0]) == "posonly"
    if posonly and all(group.polarity == "pos" for group in example_groups(intake)):
        del declared.settings["evalfn"]  # without negatives the world is closed
    if "dependent" in declared.settings:
        declared.heads = _with_class(declared)
    _warn(intake, declared)
    return declared


def _load(intake: Intake, path: str) -> None:
    """Load a file; ``not/1``, which the operator that files have here hides, counts."""
    text = check_file(path)
    if _NOT.search(text):
        intake.load_text(path, _NOT.sub("(not)/1", text), "aleph")
    else:
        intake.load(path, "aleph")


def _warn_of_order(
    intake: Intake, positives: str | None, negatives: str | None
) -> None:
    """Warn where files are given in the place that Aleph has for the other ones."""
    for path, suffix, place in ((positives, ".n", "POS"), (negatives, ".f", "NEG")):
        if path and path.endswith(suffix):
            intake.warnings.append(
                f"{path} stands in the place of {place}; Aleph's positive examples are "
                "in .f, its negative ones in .n"
            )


def _files(first: str) -> tuple[str, str | None, str | None]:
    """Return the files of background, positives and negatives; None for no file."""
    path = Path(first)
    if is_file(path) and path.suffix not in SUFFIXES:
        return first, None, None
    background = with_suffix(first, ".b")
    if not exists(background):
        raise InputError("the background of Aleph's files is missing", str(background))
    positives, negatives = (
        str(file) if exists(file) else None
        for file in (with_suffix(first, ".f"), with_suffix(first, ".n"))
    )
    return str(background), positives, negatives


def _check_example_files(declared: Declarations, *, given: bool) -> None:
    """Raise an error where settings name files of examples, and none is given."""
    for name in ("train_pos", "train_neg"):
        if name in declared.settings and not given:
            term, where = declared.settings[name]
            raise InputError(
                f"{name} names {text_of(term) or 'files'} for examples; give "
                "them on the command line: fold learn BK POS NEG",
                *where,
            )


def _with_class(declared: Declarations) -> list[Mode]:
    """Return the heads with the argument of the setting ``dependent`` as the class."""
    term, _ = declared.settings.pop("dependent")
    place = text_of(term)
    return [
        replace(
            mode,
            args=tuple(
                Arg("#", arg.type) if str(i) == place else arg
                for i, arg in enumerate(mode.args, 1)
            ),
        )
        for mode in declared.heads
    ]


def _leave_out_uncallable(intake: Intake) -> None:
    """Leave out rules that call what no file defines, such as what Aleph has itself."""
    reply = intake.ask("fold_aleph", "leave_out_uncallable")
    intake.warn_of_skipped(
        "calling what only Aleph may define",
        [Skipped(file, int(line), text) for file, line, text in records(reply, 3)],
    )


def _warn(intake: Intake, declared: Declarations) -> None:
    if declared.settings:
        intake.warnings.append(
            "settings of Aleph's without effect here: " + some_names(declared.settings)
        )
    intake.warn_of_skipped("being for Aleph itself", declared.skipped, _DECLARATIONS)
