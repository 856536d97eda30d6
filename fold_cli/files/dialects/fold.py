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
        intake.load(sources.modes, "bk")
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


def _suggestion(name: str) -> str:
    import difflib  # slow to load

    known = [*ATTRIBUTES, "clauselength", "single_types", "datalog"]
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
