"""Our own files: background, positive and negative examples, modes among them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fold_cli.declarations import Declarations
    from fold_cli.formats.intake import Intake
    from fold_cli.sources import Sources


def read(intake: Intake) -> Declarations:
    """Read all files."""
    sources = _inside(intake.sources)
    for path in sources.background:
        intake.load(path, "bk")
    if sources.modes:
        intake.load(sources.modes, "bk")
    if sources.positives:
        intake.load(sources.positives, "pos")
    if sources.negatives:
        intake.load(sources.negatives, "neg")
    declared = intake.declarations()
    declared.examples = sources.positives
    declared.negatives = sources.negatives
    return declared


def _inside(sources: Sources) -> Sources:
    """Return the files of a directory with bk.pl, pos.pl and perhaps neg.pl."""
    first, *rest = sources.background
    directory = Path(first)
    if not directory.is_dir():
        return sources
    negatives = directory / "neg.pl"
    return replace(
        sources,
        background=(str(directory / "bk.pl"), *rest),
        positives=str(directory / "pos.pl"),
        negatives=str(negatives) if negatives.exists() else None,
    )
