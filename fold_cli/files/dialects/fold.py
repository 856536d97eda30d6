"""Fold's own dialect: files of background with modes, of positives and of negatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.errors import InputError
from fold_cli.files.settings import ATTRIBUTES, take_bias
from fold_cli.files.sources import check_file

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake


def read(intake: Intake) -> Declarations:
    """Load background and examples; return the declarations.

    An empty file of negatives means that there are none: the world is not closed.
    """
    sources = intake.sources
    for path in sources.background:
        intake.load(path, "bk")
    if sources.modes:
        _load_modes(intake, sources.modes)
    if sources.positives:
        intake.load(sources.positives, "pos")
    if sources.negatives and check_file(sources.negatives, empty=True).strip():
        intake.load(sources.negatives, "neg")
    declared = intake.declarations()
    declared.examples = sources.positives
    declared.negatives = sources.negatives
    declared.bias = take_bias(declared)
    for name, (_, where) in declared.settings.items():
        raise InputError(f"there is no setting {name}{_suggestion(name)}", *where)
    intake.warn_of_skipped(
        "because negation is by exceptions, or by --algorithm foil", declared.skipped
    )
    return declared


def _load_modes(intake: Intake, path: str) -> None:
    """Load a file of declarations; warn if it has none."""
    before = intake.ask("fold_declarations", "declarations")
    intake.load(path, "bk")
    if intake.ask("fold_declarations", "declarations") == before:
        intake.warnings.append(
            f"{path}: no mode or other declaration in this file; 'fold modes' prints "
            "those that are used"
        )


def _suggestion(name: str) -> str:
    import difflib  # slow to load

    known = [*ATTRIBUTES, "clauselength", "single_types", "datalog"]
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
