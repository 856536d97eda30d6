"""Reports of a theory beside the examples of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.use.problems.problem_factory import applied_to_examples
from fold_cli.use.report.page import report_page
from fold_cli.use.report.report_contents import report_contents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.use.theories.written_theory import WrittenTheory


def report_of(
    sources: Sources | TableSource, theory: WrittenTheory, names: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the page of a report, and what was noticed when the files were read.

    ``names`` are those of the files beside the theory's.
    """
    theory_names = [Path(theory.path).name] if theory.path else []
    with applied_to_examples(sources, theory) as (applied, problem):
        contents = report_contents(
            applied.theory, applied, problem, [*theory_names, *names]
        )
        warnings = problem.warnings if problem else applied.warnings
        if problem is None:
            unknown = "it is not known what the examples are: nothing is compared"
            warnings = (*warnings, unknown)
        return report_page(contents), warnings
